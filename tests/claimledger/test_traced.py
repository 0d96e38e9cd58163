"""What checks do when they run is behind them in the graph: no file is read, no function runs that a key leaves out."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from claimledger import load
from claimledger.graph import graph
from claimledger.run import depends

from ..whole import WHOLE, in_monthly_run, mostly

ROOT = Path(__file__).resolve().parents[2]
#: The first chapter of each paper and of ours.
CHAPTERS = sorted({claim.paper: claim.chapter for claim in reversed(load().values()) if claim.decided}.values())
#: The one of them that is traced in a whole run, which takes least.
QUICKEST = ("synthesis/means-over-thresholds",)


@pytest.mark.parametrize("chapter", mostly(CHAPTERS, *(QUICKEST if WHOLE else ()), rest=in_monthly_run))
def test_a_check_uses_nothing_that_its_key_leaves_out(chapter: str) -> None:
    command = [sys.executable, "-m", "tests.traced", chapter]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    known = graph()
    traced = json.loads(run.stdout)
    assert traced
    for claim_id, seen in traced.items():
        claim = load()[claim_id]
        assert seen["outcome"] == claim.verdict
        key = depends(claim)
        ran = {known.name(known.modules[module]) for module in seen["ran"] if not module.startswith("claimledger")}
        own = {name for name in ran if not name.endswith(("__init__.py", "files.py", "_files.py"))}
        assert own - set(key) == set(), claim_id
        read = {name for _, name in seen["files"] if name.startswith("data/") and not name.endswith("claims.yml")}
        assert read - set(key) == set(), claim_id
