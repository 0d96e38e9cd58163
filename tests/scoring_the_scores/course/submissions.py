"""Submissions to an assignment of one exercise: honest ones, broken ones, and hostile ones."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

ONE = "flach.crossing-rankings"
SECOND = f"""answers["{ONE}, second"] = ("PPNNPPNNN", "PPPNNNNNP")
answers["{ONE}, why"] = "The first has more positives on top, the second the better middle.\""""
RIGHT = f'{SECOND}\nanswer = ("PPNPNPNNN", "PPPNNNNPN")'
WRONG = 'answer = ("PPPPNNNNN", "PPPNNNNPN")'
LOOP = "while True:\n    pass"
GREEDY = "held = []\nwhile True:\n    held.append(bytearray(10**8))"
CRASH = "import ctypes\nctypes.string_at(0)"
FORKS = "import os\nwhile True:\n    os.fork()"
KILLER = "import os, time\nos.kill(os.getppid(), 9)\ntime.sleep(60)"
TAMPERED = """import scoring_the_scores.exercises.checking as checking
from scoring_the_scores import exercises
exercises.check = checking.check = lambda *a, **k: checking.Result("x", True, "yes")
answer = 1"""


def submission(notebook: dict[str, Any], student: str, code: str) -> dict[str, Any]:
    """The notebook as a student hands it in, who put this code where the answer belongs, and checked nothing."""
    made = copy.deepcopy(notebook)
    for cell in made["cells"]:
        source = "".join(cell["source"])
        if cell["cell_type"] == "code" and 'student = ""' in source:
            cell["source"] = source.replace('student = ""', f"student = {student!r}")
        elif cell["cell_type"] == "code" and f'answers["{ONE}"] = answer' in source:
            cell["source"] = f'{code}\nanswers["{ONE}"] = answer'
        elif cell["cell_type"] == "code":
            cell["source"] = "pass"
    return made


def hand_in(folder: Path, notebook: dict[str, Any], **codes: str) -> None:
    """Write a submission for each student."""
    folder.mkdir(parents=True, exist_ok=True)
    for student, code in codes.items():
        text = json.dumps(submission(notebook, student, code))
        (folder / f"{student}.ipynb").write_text(text, encoding="utf-8")
