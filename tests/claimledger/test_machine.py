"""The machine: a fingerprint that tells kinds apart, and cores and memory that a container gives."""

from __future__ import annotations

import os
import platform
import subprocess
import sys
from importlib.metadata import PackageNotFoundError
from pathlib import Path

import numpy as np
import pytest

from claimledger import machine
from claimledger.project import project


def asked(**environment: str) -> dict[str, str]:
    """The fingerprint that another process prints."""
    command = [sys.executable, "-m", "claimledger", "--machine"]
    run = subprocess.run(command, env=os.environ | environment, capture_output=True, text=True, check=True)
    return dict(line.split(": ", 1) for line in run.stdout.splitlines())


def test_the_fingerprint_names_what_can_decide_a_digit_in_a_fixed_order() -> None:
    named = machine.fingerprint()
    assert list(named) == ["processor", "SIMD", "BLAS", "system", "Python", *project().libraries]
    assert named["numpy"] == np.__version__
    assert named["Python"] == platform.python_version()
    assert named["processor"].startswith(f"{platform.machine()}, ")
    assert machine.kind().split()[0] == platform.machine()
    assert all(named.values())
    assert platform.node() not in " ".join(named.values())


@pytest.mark.skipif(platform.machine() != "x86_64", reason="these kernels are of x86")
def test_other_kernels_other_simd_and_other_threads_are_another_machine() -> None:
    found = asked(OPENBLAS_CORETYPE="Nehalem", OPENBLAS_NUM_THREADS="1", NPY_DISABLE_CPU_FEATURES="")
    if "openblas" not in found["BLAS"]:
        pytest.skip("NumPy computes with another BLAS here")
    assert found["processor"] == "x86_64, Nehalem kernels"
    assert "(Nehalem)" in found["BLAS"]
    assert found["BLAS"].endswith("; threads: 1")
    fewer = asked(OPENBLAS_CORETYPE="Nehalem", OPENBLAS_NUM_THREADS="1", NPY_DISABLE_CPU_FEATURES="X86_V3 X86_V4")
    wider = {"X86_V3", "X86_V4"} & {*found["SIMD"].split()}
    assert {*found["SIMD"].split()} - {*fewer["SIMD"].split()} >= wider
    assert not wider & {*fewer["SIMD"].split()}


def test_a_blas_that_nobody_knows_is_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine, "_blas", list)
    assert machine.fingerprint()["BLAS"] == "unknown"
    assert machine.kind() == f"{platform.machine()} unknown"
    monkeypatch.setattr(
        machine, "_blas", lambda: [{"internal_api": "mkl", "version": None, "num_threads": n} for n in (1, 4)]
    )
    assert machine.fingerprint()["BLAS"] == "mkl None (unknown); threads: 1, 4"


def test_without_threadpoolctl_blas_is_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "threadpoolctl", None)
    machine._blas.cache_clear()
    try:
        assert machine.fingerprint()["BLAS"] == "unknown"
    finally:
        machine._blas.cache_clear()


def test_a_library_that_is_missing_is_said_to_be(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> str:
        raise PackageNotFoundError(name)

    monkeypatch.setattr(machine, "version", missing)
    assert machine.versions() == dict.fromkeys(project().libraries, "not installed")


def test_what_decides_is_processor_and_python_and_noise_is_a_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    named = machine.fingerprint()
    monkeypatch.delenv("METRICBOOK_NOISE", raising=False)
    decides = {name: named[name] for name in ("processor", "SIMD", "Python")}
    assert machine.deciding() == decides | {"noise": "none"}
    monkeypatch.setenv("METRICBOOK_NOISE", "3")
    assert machine.deciding() == decides | {"noise": "3"}


@pytest.fixture
def linux(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine of eight processors and 8 GB, whose files are in a folder of their own."""
    monkeypatch.setattr(machine, "_PROC", tmp_path / "proc")
    monkeypatch.setattr(machine, "_CGROUPS", tmp_path / "groups")
    monkeypatch.setattr(machine.os, "sched_getaffinity", lambda process: set(range(8)), raising=False)
    write(tmp_path, {"proc/meminfo": "MemTotal: 9999999 kB\nMemAvailable:    8000000 kB\n"})
    return tmp_path


def write(folder: Path, files: dict[str, str]) -> None:
    """Write files below a folder."""
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(f"{text}\n", encoding="utf-8")


@pytest.mark.parametrize(
    ("files", "cores"),
    [
        ({}, 8),
        ({"proc/self/cgroup": "0::/", "groups/cpu.max": "max 100000"}, 8),
        ({"proc/self/cgroup": "0::/", "groups/cpu.max": "200000 100000"}, 2),
        ({"proc/self/cgroup": "0::/", "groups/cpu.max": "290000 100000"}, 2),
        ({"proc/self/cgroup": "0::/", "groups/cpu.max": "50000 100000"}, 1),
        ({"proc/self/cgroup": "0::/", "groups/cpu.max": "9900000 100000"}, 8),
        ({"proc/self/cgroup": "0::/a/b", "groups/a/cpu.max": "300000 100000", "groups/a/b/cpu.max": "max 100000"}, 3),
        (
            {
                "proc/self/cgroup": "4:cpu,cpuacct:/docker/x\n0::/",
                "groups/cpu/cpu.cfs_quota_us": "400000",
                "groups/cpu/cpu.cfs_period_us": "100000",
            },
            4,
        ),
        (
            {
                "proc/self/cgroup": "4:cpu:/x",
                "groups/cpu/x/cpu.cfs_quota_us": "-1",
                "groups/cpu/x/cpu.cfs_period_us": "100000",
            },
            8,
        ),
    ],
)
def test_cores_are_those_that_the_container_gives(linux: Path, files: dict[str, str], cores: int) -> None:
    write(linux, files)
    assert machine.cores() == cores
    assert machine.workers() == cores


def test_processors_that_the_process_may_not_run_on_do_not_count(linux: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine.os, "sched_getaffinity", lambda process: {5})
    assert machine.cores() == 1
    monkeypatch.delattr(machine.os, "sched_getaffinity")
    monkeypatch.setattr(machine.os, "cpu_count", lambda: 16)
    assert machine.cores() == 16
    monkeypatch.setattr(machine.os, "cpu_count", lambda: None)
    assert machine.cores() == 1


@pytest.mark.parametrize(
    ("files", "workers"),
    [
        ({"proc/meminfo": "MemAvailable: 1500000 kB"}, 2),
        ({"proc/meminfo": "MemAvailable: 1000 kB"}, 1),
        ({"proc/meminfo": "nothing of it"}, 8),
        ({"groups/memory.max": "max", "groups/memory.current": "5"}, 8),
        ({"groups/memory.max": "4000000000", "groups/memory.current": "1000000000"}, 4),
        ({"groups/memory.max": "2000000000", "groups/memory.current": "1999999999"}, 1),
        (  # what was read from files makes room
            {
                "groups/memory.max": "4000000000",
                "groups/memory.current": "3900000000",
                "groups/memory.stat": "anon 5\ninactive_file 3800000000",
            },
            5,
        ),
        (
            {
                "proc/self/cgroup": "8:memory:/x",
                "groups/memory/x/memory.limit_in_bytes": "2200000000",
                "groups/memory/x/memory.usage_in_bytes": "500000000",
                "groups/memory/x/memory.stat": "inactive_file 7\ntotal_inactive_file 400000000",
            },
            3,
        ),
    ],
)
def test_no_process_is_started_that_there_is_no_memory_for(linux: Path, files: dict[str, str], workers: int) -> None:
    write(linux, {"proc/self/cgroup": "0::/", **files})
    assert machine.workers() == workers
    assert machine.cores() == 8


def test_the_tests_run_on_as_many_workers() -> None:
    from conftest import pytest_xdist_auto_num_workers

    assert pytest_xdist_auto_num_workers() == machine.workers()
