"""Words that this book has retired: each had a sense of its own here, which a reader would have had to learn."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

from tests.each import of_each

ROOT = Path(__file__).resolve().parents[1]
#: What is retired, and what stands for it.
RETIRED = {
    r"\bdear(er|est|ly)?\b": "costly",
    r"\bquarrel\w*": "dispute, disagree",
    r"\bwho(so)?ever\b": "anyone who",
    r"\bmend(s|ed|ing)?\b": "fix, repair, correct",
    r"\bat odds\b": "disagree; discordant",
    r"\bcouples?\b": "pair",
    r"\bchances\b": "probabilities",
    r"\b(with|at a|the|a) chance of\b": "probability",
    r"\bfiled\b|\bfiling\b": "which class is called positive",
}
QUOTED = re.compile(
    r"“[^”]*”|\"[^\"\n]*\"|`[^`\n]*`|\$[^$]*\$|\{[a-z:]+\}`[^`]*`|\]\([^)]*\)|<[^>]*>|^\([a-z0-9-]+\)=$", re.MULTILINE
)


def texts(path: Path) -> Iterator[str]:
    """Yield the prose of a file: Markdown cells, captions, pages, and what exercises, cards and claims say."""
    if path.suffix == ".ipynb":
        for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
            if cell["cell_type"] == "markdown":
                yield "".join(cell["source"])
            figure = cell["metadata"].get("mystnb", {})
            yield figure.get("figure", {}).get("caption", "")
            yield figure.get("image", {}).get("alt", "")
    elif path.suffix == ".md":
        yield re.sub(r"^(```+|~~~+).*?^\1\s*$", "", path.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    else:
        lines = path.read_text(encoding="utf-8").splitlines()
        yield "\n".join(line for line in lines if not re.match(r"(- )?id *[=:]", line))


FILES = [
    *sorted(ROOT.glob("book/**/*.ipynb")),
    *(path for path in sorted(ROOT.glob("book/**/*.md")) if "api" not in path.parts),
    *sorted(ROOT.glob("src/scoring_the_scores/**/*.toml")),
    ROOT / "src/metricbook/reports/sentences.md",
    *sorted(ROOT.glob("data/*/claims.yml")),
]


@of_each(FILES)
def test_no_retired_word_is_in_the_book(path: Path) -> None:
    found = [
        f"{match[0]} ({instead}): …{plain[max(0, match.start() - 40) : match.end() + 40]}…"
        for text in texts(path)
        for plain in [QUOTED.sub(" ", text)]
        for word, instead in RETIRED.items()
        for match in re.finditer(word, plain, re.IGNORECASE)
    ]
    assert found == []


def test_a_retired_word_is_seen_and_a_quotation_is_not() -> None:
    seen = [word for word in RETIRED if re.search(word, QUOTED.sub(" ", "Whoever pays dearly for it."), re.IGNORECASE)]
    assert len(seen) == 2
    quoted = "They call it a “dear” mistake, and `mend` is a name."
    assert not any(re.search(word, QUOTED.sub(" ", quoted), re.IGNORECASE) for word in RETIRED)
