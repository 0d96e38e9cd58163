"""Kinds of processors, and the settings by which this machine computes as if it were one of them.

    python tools/processors.py        says which kinds this machine can be, which it cannot, and why

A processor decides which kernels OpenBLAS multiplies matrices with, which vectors NumPy, Arrow and the C library's
functions of mathematics compute with, and what numba compiles for. Each can be told by an environment variable to
leave aside what is newer. None can use what the processor has not got: that is imitated by noise (`tools/noise`).
"""

from __future__ import annotations

import os
import platform
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

X86 = ("x86_64", "AMD64")
ARM = ("aarch64", "arm64")
#: Names that stand for another: of the kinds that this machine can be, the first and the last.
OLDEST, NEWEST = "oldest", "newest"


@dataclass(frozen=True)
class Kind:
    """A kind of processor: what it is, the settings that make it, and what the machine needs to be told so.

    Attributes
    ----------
    what : str
        Since when there are such processors, or what is done otherwise on them.
    settings : mapping
        Environment variables, which act when a process starts.
    machines : tuple of str
        Architectures, as `platform.machine` names them; empty for all.
    needs : frozenset of str
        Flags of the processor, as Linux names them.
    """

    what: str
    settings: Mapping[str, str] = field(default_factory=dict)
    machines: tuple[str, ...] = ()
    needs: frozenset[str] = frozenset()


def _x86(what: str, core: str, numba: str, arrow: str, numpy: str, libm: str, *needs: str) -> Kind:
    """Return a kind by what OpenBLAS, numba and Arrow call it, and what NumPy and the C library leave aside."""
    settings = {
        "OPENBLAS_CORETYPE": core,
        "NUMBA_CPU_NAME": numba,
        "ARROW_USER_SIMD_LEVEL": arrow,
        "NPY_DISABLE_CPU_FEATURES": numpy,
        "GLIBC_TUNABLES": f"glibc.cpu.hwcaps={libm}" if libm else "",
    }
    return Kind(what, {name: value for name, value in settings.items() if value}, X86, frozenset(needs))


_V4 = "X86_V4 AVX512_ICL AVX512_SPR"
_NO_AVX2 = "-AVX2,-FMA,-FMA4,-AVX512F"
_FUSED = ("avx2", "fma")
#: The kinds, the oldest of an architecture first.
KINDS: Mapping[str, Kind] = {
    "Nehalem": _x86("2008", "Nehalem", "nehalem", "NONE", f"X86_V3 {_V4}", f"-AVX,{_NO_AVX2}"),
    "Sandybridge": _x86("2011", "Sandybridge", "sandybridge", "AVX", f"X86_V3 {_V4}", _NO_AVX2, "avx"),
    "Haswell": _x86("2013", "Haswell", "haswell", "AVX2", _V4, "-AVX512F", *_FUSED),
    "Zen": _x86("2017, with kernels of Haswell", "Zen", "znver1", "AVX2", _V4, "-AVX512F", *_FUSED),
    "SkylakeX": _x86("2017, AVX-512", "SkylakeX", "skylake-avx512", "AVX512", "AVX512_ICL AVX512_SPR", "", "avx512f"),
    "ARMV8": Kind("2013", {"OPENBLAS_CORETYPE": "ARMV8"}, ARM),
    "NEOVERSEN1": Kind("2019", {"OPENBLAS_CORETYPE": "NEOVERSEN1"}, ARM, frozenset({"asimddp"})),
    "two threads": Kind("itself, two threads, any target", dict.fromkeys(
        ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"), "2") | {"NUMBA_CPU_NAME": "generic"}),
    "itself": Kind("as it is"),
}  # fmt: skip


def flags() -> frozenset[str]:
    """Return what Linux says that the processor has; nothing elsewhere."""
    listed = Path("/proc/cpuinfo")
    lines = listed.read_text(encoding="utf-8").splitlines() if listed.exists() else []
    return frozenset(word for line in lines if line.lower().startswith(("flags", "features")) for word in line.split())


def refusal(name: str, machine: str | None = None, has: frozenset[str] | None = None) -> str | None:
    """Say in a sentence why this machine cannot be a kind; return None if it can.

    Parameters
    ----------
    name : str
        A key of `KINDS`.
    machine, has : optional
        The architecture and the flags, this machine's if left out.
    """
    kind, machine = KINDS[name], platform.machine() if machine is None else machine
    if kind.machines and machine not in kind.machines:
        return f"{name} is a kind of {kind.machines[0]}, and this machine is {machine}"
    if lacking := sorted(kind.needs - (flags() if has is None else has)):
        return f"{name} computes with {', '.join(lacking)}, which this processor has not got"
    return None


def possible() -> list[str]:
    """Return the kinds that this machine can be, the oldest first and itself last."""
    return [name for name in KINDS if refusal(name) is None]


def named(name: str) -> list[str]:
    """Return the kinds that a name stands for: "oldest", "newest", "all" that this machine can be, or a kind.

    Raises
    ------
    ValueError
        If there is no such kind, or if this machine cannot be it.
    """
    if name in ("all", OLDEST, NEWEST):
        kinds = possible()
        return kinds if name == "all" else kinds[:1] if name == OLDEST else kinds[-1:]
    if name not in KINDS:
        raise ValueError(f"there is no kind of processor '{name}': there are {', '.join(KINDS)}, oldest, newest, all")
    if reason := refusal(name):
        raise ValueError(reason)
    return [name]


def environment(name: str) -> dict[str, str]:
    """Return this process's environment with the settings of a kind, and none of another's."""
    every = {setting for kind in KINDS.values() for setting in kind.settings}
    outer = {variable: value for variable, value in os.environ.items() if variable not in every}
    return outer | dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"), "1") | KINDS[name].settings


if __name__ == "__main__":
    for each, kind in KINDS.items():
        print(f"{each} ({kind.what}): {refusal(each) or 'can be had here'}")
