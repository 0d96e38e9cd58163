"""Get and verify the Tübingen pairs: ``python -m metricbook.causal.tuebingen``."""

from __future__ import annotations

import argparse
import os
import signal
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pandas as pd

from metricbook.causal import _wheel
from metricbook.causal._tuebingen import (
    ENVIRONMENT_VARIABLE,
    checksum,
    fetch_tuebingen,
    load_tuebingen,
    orient,
    read_official,
    tuebingen_metadata,
)
from metricbook.writing import Output, first_line, write


def describe_tuebingen(folder: str | os.PathLike[str], wheel: str | os.PathLike[str]) -> pd.DataFrame:
    """Compute `tuebingen_metadata` from the official files (with ``pairmeta.txt``) and the wheel."""
    folder = Path(folder)
    content = _wheel.read_verified(Path(wheel))
    in_wheel = _wheel.parse(content)
    rows = []
    for line in read_official(folder / "pairmeta.txt", columns=6):
        number, *columns = (int(v) for v in line[:5])
        row = dict(zip(("cause_first", "cause_last", "effect_first", "effect_last"), columns, strict=True))
        values = read_official(folder / f"pair{number:04d}.txt")
        cause, effect = orient(values, row)
        rows.append(
            {"pair": number, "weight": line[5], "rows": values.shape[0], "columns": values.shape[1]}
            | row
            | {
                "direction": "->" if row["cause_first"] < row["effect_first"] else "<-",
                "cause_distinct": len(np.unique(cause, axis=0)),
                "effect_distinct": len(np.unique(effect, axis=0)),
                "cdt_row": _wheel.NUMBERS.index(number) + 1 if number in _wheel.NUMBERS else pd.NA,
                "sha256_file": checksum(values),
                "sha256_pair": checksum(np.column_stack([cause, effect])),
                "sha256_cdt": checksum(np.column_stack(in_wheel[number])) if number in in_wheel else "",
            }
        )
    return pd.DataFrame(rows).astype({"cdt_row": "Int64"}).set_index("pair")


def main(arguments: Sequence[str] | None = None) -> int:
    """Get the pairs if they are not here, verify them, say which there are. Exit status 1 if that fails."""
    parser = argparse.ArgumentParser(prog="python -m metricbook.causal.tuebingen", description=main.__doc__)
    parser.add_argument("--folder", help=f"folder with the official files (default: ${ENVIRONMENT_VARIABLE})")
    parser.add_argument("--describe", metavar="CSV", help="also write pairs.csv, computed from --folder")
    options = parser.parse_args(arguments)
    folder = options.folder or os.environ.get(ENVIRONMENT_VARIABLE) or None
    try:
        if options.describe:
            if folder is None:
                parser.error("--describe needs --folder: the wheel does not hold all pairs")
            table = describe_tuebingen(folder, fetch_tuebingen())
            text = table.to_csv(lineterminator="\n")
            write([Output(options.describe, first_line(text), text)], inputs=Path(folder).iterdir())
        if folder is None:
            fetch_tuebingen()
        metadata = tuebingen_metadata()
        pairs = load_tuebingen(folder, metadata=metadata)
    except (ImportError, OSError, ValueError) as error:
        print(f"Tübingen pairs: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("Tübingen pairs: stopped; what was half fetched is not kept", file=sys.stderr)
        return 130
    print(f"Tübingen pairs: {len(pairs)} of {len(pairs) + len(pairs.missing)}, verified, from {pairs.source}")
    print(f"weight: {pairs.weight:.3f} of {metadata['weight'].sum():.3f}")
    print(f"not there: {', '.join(map(str, pairs.missing)) or 'none'}")
    return 0


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # stops as Ctrl-C does
    sys.exit(main())
