"""Three programs that think of nothing, as a student could write them: each tries to answer an exercise.

Run as a program, it attacks all exercises with what is importable, and prints one line of JSON for each that it
answers: the id, the attack, and the answer, as Python writes it, or the name of the function.

1. *Looking*: whatever the checker's variables hold while it checks, and while the task is stated, is tried.
2. *Borrowing*: the functions of the library and of the exercises' rooms are tried.
3. *Trying*: the starter is changed at random, and the check asked, for some seconds.

Where the check does not say whether an answer is right, the first thing that has the form of one is handed in.
"""

from __future__ import annotations

import importlib
import json
import os
import pkgutil
import random
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from fractions import Fraction
from itertools import islice, product
from types import FrameType, ModuleType
from typing import Any

from scoring_the_scores import exercises

#: Whose numbers are asked for where an exercise has some.
STUDENT = "4711"
#: How often the check is asked by who looks.
ASKED = 1500
LIBRARY = ("metricbook.metrics", "metricbook.exact", "metricbook.tile", "metricbook.confusion")


def seed_of(name: str) -> str | None:
    return STUDENT if exercises.load()[name].seeded else None


def starter(name: str) -> Any:
    names: dict[str, Any] = {}
    exec(exercises.show(name, seed=seed_of(name)).starter, names)
    return names["answer"]


def held(name: str) -> list[Any]:
    """What variables of the rooms hold while the task is stated and the starter and wrong answers are checked."""
    found: dict[str, Any] = {}

    def look(frame: FrameType, event: str, argument: Any) -> None:
        if event != "return" or "scoring_the_scores" not in frame.f_code.co_filename:
            return
        if os.path.basename(frame.f_code.co_filename) in (
            "exercises.py",
            "key.py",
            "answers.py",
            "slips.py",
            "public.py",
        ):
            for value in [*islice(frame.f_locals.values(), 60), argument]:
                for one in inside(value):
                    found.setdefault(repr(one)[:300], one)

    forget()
    begun = starter(name)
    for answer in (begun, zeros(begun), halves(begun)):
        sys.setprofile(look)
        try:
            exercises.show(name, seed=seed_of(name))
            exercises.check(name, answer, seed=seed_of(name))
        finally:
            sys.setprofile(None)
        forget()
    return list(found.values())


def forget() -> None:
    """So that an instance is drawn again."""
    drawn = getattr(sys.modules["scoring_the_scores.exercises.checking"], "_draw_instance", None)
    if drawn is not None:
        drawn.cache_clear()


def inside(value: Any, deep: int = 0) -> Iterator[Any]:
    """A value, and what it holds."""
    if callable(value) or isinstance(value, ModuleType) or value is None:
        return
    yield value
    if isinstance(value, dict) and deep < 2:
        for one in islice(value.values(), 30):
            yield from inside(one, deep + 1)
    elif isinstance(value, list | tuple) and deep < 2 and len(value) <= 30:
        for one in value:
            yield from inside(one, deep + 1)
    if isinstance(value, int | float | Fraction) and not isinstance(value, bool):
        yield 1 - value


def zeros(answer: Any) -> Any:
    return changed_all(answer, lambda one: 0 if not isinstance(one, str) else one)


def halves(answer: Any) -> Any:
    return changed_all(answer, lambda one: "1/7" if not isinstance(one, int) else 1)


def changed_all(answer: Any, of: Callable[[Any], Any]) -> Any:
    if isinstance(answer, dict):
        return {name: changed_all(one, of) for name, one in answer.items()}
    if isinstance(answer, list | tuple):
        return type(answer)(changed_all(one, of) for one in answer)
    return of(answer)


def looking(name: str) -> str | None:
    """An answer from what variables hold, all of one or field by field."""
    begun, values = starter(name), held(name)
    for value in values[:ASKED]:
        if exercises.check(name, value, seed=seed_of(name)).right:
            return repr(value)
    parts = (
        list(begun) if isinstance(begun, dict) else list(range(len(begun))) if isinstance(begun, list | tuple) else []
    )
    if not 1 < len(parts) <= 3:
        return None
    some = values[: max(4, int(ASKED ** (1 / len(parts))))]
    for combined in product(some, repeat=len(parts)):
        answer = dict(zip(parts, combined, strict=True)) if isinstance(begun, dict) else combined
        if exercises.check(name, answer, seed=seed_of(name)).right:
            return repr(answer)
    return None


def functions(name: str) -> Iterator[tuple[str, Callable[..., Any]]]:
    """The functions of the exercise's room and of the library."""
    one = exercises.load()[name]
    exercises.check(name, None)
    package = f"scoring_the_scores.{one.chapter.replace('/', '.').replace('-', '_')}"
    rooms = [package, package.rpartition(".")[0]]
    modules = [module for key, module in list(sys.modules.items()) if key.startswith(tuple(f"{at}." for at in rooms))]
    for top in LIBRARY:
        found = importlib.import_module(top)
        modules.append(found)
        for inner in pkgutil.iter_modules(getattr(found, "__path__", ())):
            with suppress(ImportError):  # what needs an extra
                modules.append(importlib.import_module(f"{top}.{inner.name}"))
    for module in modules:
        for key, of in list(vars(module).items()):
            if (
                callable(of)
                and not isinstance(of, type)
                and getattr(of, "__module__", "").startswith(("metricb", "scoring"))
            ):
                yield f"{module.__name__}:{key}", of


def borrowing(name: str) -> str | None:
    """The name of a function of ours that the check takes, as it is or with weights by their name."""
    for path, of in functions(name):
        forms = (of, lambda y, s, w, of=of: of(y, s, sample_weight=w))
        for form, call in enumerate(forms):
            if exercises.check(name, call).right:
                return f"{path}:{form}"
    return None


def trying(name: str, seconds: float) -> str | None:
    """An answer at random, for so many seconds of processor time."""
    rng, begun, until = random.Random(35), starter(name), time.process_time() + seconds
    best = [begun]
    while time.process_time() < until:
        answer = mutated(rng.choice(best), rng)
        result = exercises.check(name, answer, seed=seed_of(name))
        if result.right:
            return repr(answer)
        if len(best) < 200 or rng.random() < 0.1:
            best = [*best[-199:], answer]
    return None


def mutated(answer: Any, rng: random.Random) -> Any:
    """An answer with a few things changed in it."""
    if isinstance(answer, dict):
        key = rng.choice(list(answer))
        return {**answer, key: mutated(answer[key], rng)}
    if isinstance(answer, str) and len(answer) > 1 and set(answer) <= set("PNRW"):
        signs, kinds = list(answer), sorted(set("PN") if set(answer) <= set("PN") else set("RW"))
        for _ in range(rng.randint(1, 4)):
            one, other = rng.randrange(len(signs)), rng.randrange(len(signs))
            signs[one], signs[other] = signs[other], signs[one]
        if rng.random() < 0.3:
            signs.insert(rng.randrange(len(signs) + 1), rng.choice(kinds))
        if rng.random() < 0.2 and len(signs) > 2:
            signs.pop(rng.randrange(len(signs)))
        if rng.random() < 0.3:
            signs[rng.randrange(len(signs))] = rng.choice(kinds)
        return "".join(signs)
    if isinstance(answer, list | tuple) and answer:
        changed = list(answer)
        for _ in range(rng.randint(1, 2)):
            place = rng.randrange(len(changed))
            changed[place] = mutated(changed[place], rng)
        return type(answer)(changed)
    if isinstance(answer, str) and "/" in answer:
        bottom = rng.choice([2, 3, 4, 5, 8, 10, 20])
        return f"{rng.randint(0, bottom)}/{bottom}"
    if isinstance(answer, bool) or not isinstance(answer, int | float):
        return answer
    if isinstance(answer, int):
        return max(0, rng.choice([answer + rng.randint(-3, 3), rng.randint(0, 12), rng.randint(0, 100)]))
    return rng.choice([answer + rng.uniform(-0.2, 0.2), rng.random(), round(rng.random(), 1)])


def attacked(name: str, seconds: float) -> tuple[str, str] | None:
    """How an exercise falls, and to what; None if it does not."""
    one = exercises.load()[name]
    if one.kind == "project":
        return None
    if one.kind == "code":
        answer = borrowing(name)
        return ("borrowing", answer) if answer else None
    answer = looking(name)
    if answer:
        return "looking", answer
    answer = trying(name, seconds) if one.kind in ("construct", "error") else None
    return ("trying", answer) if answer else None


def main(arguments: list[str]) -> None:
    os.environ["METRICBOOK_PROGRESS"] = "off"
    seconds = float(arguments[0])
    for name in arguments[1:] or exercises.load():
        found = attacked(name, seconds)
        if found:
            print(json.dumps([name, *found]), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
