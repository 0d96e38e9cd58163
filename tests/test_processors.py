"""Kinds of processors: which this machine can be, what it says of the others, and that it then computes as they do."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.whole import in_whole_run
from tools import processors

X86, ARM = "x86_64", "aarch64"
NEW = frozenset({"avx", "avx2", "fma", "avx512f"})


@in_whole_run
def test_each_kind_computes_with_the_kernels_it_is_named_for() -> None:
    same = {"Zen": "Haswell"}  # OpenBLAS has the same for both, and names the older
    code = "from claimledger.machine import kind; print(kind())"
    kinds = [name for name in processors.possible() if "OPENBLAS_CORETYPE" in processors.KINDS[name].settings]
    for name in kinds:
        told = processors.environment(name)
        run = subprocess.run([sys.executable, "-c", code], env=told, capture_output=True, text=True, check=True)
        assert run.stdout.split()[1].casefold() == same.get(name, name).casefold()


@pytest.mark.parametrize(
    ("machine", "has", "oldest", "newest"),
    [
        (X86, NEW, "Nehalem", "SkylakeX"),
        (X86, NEW - {"avx512f"}, "Nehalem", "Zen"),
        (X86, frozenset(), "Nehalem", "Nehalem"),
        (ARM, frozenset({"asimddp"}), "ARMV8", "NEOVERSEN1"),
    ],
)
def test_a_processor_can_be_what_it_has_all_of(
    machine: str, has: frozenset[str], oldest: str, newest: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(processors, "flags", lambda: has)
    monkeypatch.setattr(processors.platform, "machine", lambda: machine)
    possible = [name for name in processors.possible() if processors.KINDS[name].machines]
    assert (possible[0], possible[-1]) == (oldest, newest)
    assert processors.named("oldest") == [oldest]
    assert processors.named("newest") == ["itself"]
    assert processors.named("all") == [*possible, "two threads", "itself"]


def test_what_it_cannot_be_is_said_in_a_sentence() -> None:
    said = processors.refusal("SkylakeX", X86, frozenset())
    assert said == "SkylakeX computes with avx512f, which this processor has not got"
    assert processors.refusal("Nehalem", ARM, NEW) == "Nehalem is a kind of x86_64, and this machine is aarch64"
    assert processors.refusal("itself", "riscv64", frozenset()) is None


def test_a_kind_that_cannot_be_had_or_is_none_is_refused_and_never_skipped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processors, "flags", frozenset)
    monkeypatch.setattr(processors.platform, "machine", lambda: X86)
    with pytest.raises(ValueError, match="which this processor has not got"):
        processors.named("SkylakeX")
    with pytest.raises(ValueError, match="there is no kind of processor 'Pentium': there are Nehalem"):
        processors.named("Pentium")


def test_the_settings_of_one_kind_do_not_reach_another(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in processors.KINDS["Nehalem"].settings.items():
        monkeypatch.setenv(name, value)
    assert not processors.KINDS["Nehalem"].settings.keys() & processors.environment("itself").keys()
    assert processors.environment("ARMV8")["OPENBLAS_CORETYPE"] == "ARMV8"
    assert processors.environment("two threads")["OPENBLAS_NUM_THREADS"] == "2"
    assert processors.environment("itself")["OPENBLAS_NUM_THREADS"] == "1"
