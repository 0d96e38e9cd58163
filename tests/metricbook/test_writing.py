"""What a user names is written all or not at all, and nothing of the user's is lost."""

from __future__ import annotations

import errno
import io
import os
import stat
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable
from contextlib import AbstractContextManager
from itertools import count
from pathlib import Path
from typing import NoReturn

import pytest

from metricbook import writing
from metricbook.writing import NotWritten, Output, check, descriptor, say, write


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_the_text_is_there_and_nothing_else(tmp_path: Path) -> None:
    write([Output(tmp_path / "r.md", None, "ä\n"), Output(tmp_path / "r.gz", None, b"\xff\n")])
    assert (tmp_path / "r.md").read_bytes() == "ä\n".encode()
    assert (tmp_path / "r.gz").read_bytes() == b"\xff\n"
    assert names(tmp_path) == ["r.gz", "r.md"]


@pytest.mark.parametrize("stopped", [KeyboardInterrupt(), OSError(28, "No space left on device", ".a.hidden")])
@pytest.mark.parametrize("place", [0, 1, 2])
def test_what_is_interrupted_leaves_all_files_as_they_were(
    place: int, stopped: BaseException, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    outputs = [Output(tmp_path / name, "mark", f"mark, new {name}") for name in ("a", "b", "c")]
    for name in ("a", "c"):
        (tmp_path / name).write_text("mark, old")
        (tmp_path / name).chmod(0o640)
    calls, replace = count(), os.replace

    def stop(old: Path, new: Path) -> None:
        if next(calls) == place:
            raise stopped
        replace(old, new)

    monkeypatch.setattr(os, "replace", stop)
    with pytest.raises((KeyboardInterrupt, NotWritten)) as found:
        write(outputs)
    assert names(tmp_path) == ["a", "c"]
    for name in ("a", "c"):
        assert (tmp_path / name).read_text() == "mark, old"
        assert (tmp_path / name).stat().st_mode & 0o777 == 0o640
    if isinstance(stopped, OSError):
        assert str(found.value) == f"{outputs[place].path}: No space left on device"


def test_a_disk_that_is_full_at_the_second_text_leaves_nothing_of_the_first(
    tmp_path: Path, little_room: Callable[[int], AbstractContextManager[None]]
) -> None:
    (tmp_path / "a").write_text("mark, old")
    with little_room(1000), pytest.raises(NotWritten, match=r"b: File too large$"):
        write([Output(tmp_path / "a", "mark", "mark, new"), Output(tmp_path / "b", "mark", "x" * 100_000)])
    assert names(tmp_path) == ["a"]
    assert (tmp_path / "a").read_text() == "mark, old"


def test_what_is_not_finished_is_hidden_beside_what_it_will_be(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    moved: list[Path] = []
    monkeypatch.setattr(os, "replace", lambda name, path: moved.append(Path(name)))
    write([Output(tmp_path / "r.md", None, "new")])
    assert moved[0].name.startswith(".r.md.")
    assert moved[0].parent == tmp_path
    assert names(tmp_path) == []


@pytest.mark.parametrize(("mask", "mode"), [(0, 0o666), (0o022, 0o644), (0o077, 0o600)])
def test_the_umask_decides_who_may_read_what_is_new(tmp_path: Path, mask: int, mode: int) -> None:
    before = os.umask(mask)
    try:
        write([Output(tmp_path / "r.md", None, "new")])
    finally:
        after = os.umask(before)
    assert (tmp_path / "r.md").stat().st_mode & 0o777 == mode
    assert after == mask


def test_who_could_read_a_file_can_read_its_successor(tmp_path: Path) -> None:
    (tmp_path / "r.md").write_text("mark")
    (tmp_path / "r.md").chmod(0o604)
    write([Output(tmp_path / "r.md", "mark", "mark, new")])
    assert (tmp_path / "r.md").stat().st_mode & 0o777 == 0o604


def test_a_text_that_cannot_be_encoded_leaves_nothing(tmp_path: Path) -> None:
    with pytest.raises(UnicodeEncodeError):
        write([Output(tmp_path / "r.md", None, "ok"), Output(tmp_path / "s.md", None, "\ud800")])
    assert names(tmp_path) == []


@pytest.mark.parametrize("name", ["same", "link", "twin", "folder/../same"])
@pytest.mark.parametrize("force", [False, True])
def test_an_input_is_never_written_whatever_name_leads_to_it(name: str, force: bool, tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "same").write_text("mark, and rows")
    (tmp_path / "link").symlink_to("same")
    (tmp_path / "twin").hardlink_to(tmp_path / "same")
    path = os.path.join(tmp_path, name)
    for do in (check, write):
        with pytest.raises(NotWritten, match=r"is an input, which is never written$") as found:
            do(
                [Output(tmp_path / "new", "mark", "mark"), Output(path, "mark", "mark")],
                inputs=["x", tmp_path / "same"],
                force=force,
            )
        assert found.value.filename == path
    assert (tmp_path / "same").read_text() == "mark, and rows"
    assert names(tmp_path) == ["folder", "link", "same", "twin"]


def test_an_input_that_is_a_link_is_as_safe_as_what_it_leads_to(tmp_path: Path) -> None:
    (tmp_path / "same").write_text("rows")
    (tmp_path / "link").symlink_to("same")
    for path in ("same", "link"):
        with pytest.raises(NotWritten, match="is an input"):
            write([Output(tmp_path / path, "", "new")], inputs=[tmp_path / "link"], force=True)


@pytest.mark.parametrize(("first", "second"), [("a", "a"), ("a", "folder/../a"), ("there", "link"), ("there", "twin")])
def test_two_outputs_of_one_name_are_refused(first: str, second: str, tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "there").write_text("mark")
    (tmp_path / "link").symlink_to("there")
    (tmp_path / "twin").hardlink_to(tmp_path / "there")
    before = names(tmp_path)
    paths = [os.path.join(tmp_path, name) for name in (first, second)]
    with pytest.raises(NotWritten, match="is the same file as") as found:
        write([Output(path, "mark", "mark, new") for path in paths], force=True)
    assert (found.value.filename, paths[0] in str(found.value)) == (paths[1], True)
    assert names(tmp_path) == before


@pytest.mark.parametrize("there", [True, False])
def test_a_link_stays_and_its_target_is_written(there: bool, tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    (tmp_path / "link").symlink_to("deep/other")
    (tmp_path / "deep" / "other").symlink_to("target")
    if there:
        (tmp_path / "deep" / "target").write_text("mark")
    write([Output(tmp_path / "link", "mark", "mark, new")])
    assert (tmp_path / "link").readlink() == Path("deep/other")
    assert (tmp_path / "deep" / "other").readlink() == Path("target")
    assert (tmp_path / "deep" / "target").read_text() == "mark, new"
    assert names(tmp_path / "deep") == ["other", "target"]


@pytest.mark.parametrize(
    ("before", "mark", "replaced"),
    [("", None, True), ("mark, old", "mark", True), ("mark", None, False), ("mark, new", None, True),
     ("mark, new!", None, False), (" mark", "mark", False), ("ma", "mark", False), ("\ufeffmark", "mark", False)],
)  # fmt: skip
def test_what_is_there_already_is_replaced_if_it_is_of_that_kind_or_the_very_same(
    before: str, mark: str | None, replaced: bool, tmp_path: Path
) -> None:
    path = tmp_path / "r"
    path.write_text(before, encoding="utf-8")
    outputs = [Output(path, mark, "mark, new"), Output(tmp_path / "s", None, "other")]
    if not replaced:
        with pytest.raises(NotWritten, match="something else is there already, and is kept") as found:
            write(outputs)
        assert found.value.errno == errno.EEXIST
        assert path.read_text(encoding="utf-8") == before
        assert names(tmp_path) == ["r"]
    write(outputs, force=not replaced)
    assert path.read_text() == "mark, new"
    assert names(tmp_path) == ["r", "s"]


@pytest.mark.parametrize("device", ["/dev/null", "/dev/zero"])
def test_a_device_is_written_to_and_stays(device: str, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(device)
    for path in (device, tmp_path / "link"):
        write([Output(path, None, "new"), Output(tmp_path / "r", "mark", "mark")])
    assert stat.S_ISCHR(os.stat(device).st_mode)
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "r").read_text() == "mark"


def test_a_device_without_room_leaves_the_files_as_they_were(tmp_path: Path) -> None:
    (tmp_path / "r").write_text("mark, old")
    with pytest.raises(NotWritten, match=r"^/dev/full: No space left on device$"):
        write([Output(tmp_path / "r", "mark", "mark, new"), Output("/dev/full", None, "new")])
    assert names(tmp_path) == ["r"]
    assert (tmp_path / "r").read_text() == "mark, old"


@pytest.mark.parametrize("read", [4, None])
def test_a_pipe_is_written_to_and_stays_and_need_not_be_read_to_its_end(read: int | None, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    heard: list[bytes] = []

    def listen() -> None:
        with (tmp_path / "pipe").open("rb", buffering=0) as file:
            heard.append(b"".join(iter(lambda: file.read(65536), b"")) if read is None else file.read(read))

    listener = threading.Thread(target=listen)
    listener.start()
    write([Output(tmp_path / "pipe", None, "new " * 100_000)])
    listener.join(timeout=20)
    assert heard == [b"new " * (100_000 if read is None else 1)]
    assert stat.S_ISFIFO((tmp_path / "pipe").stat().st_mode)
    assert names(tmp_path) == ["pipe"]


@pytest.mark.parametrize(("kind", "said"), [(stat.S_IFDIR, "is a folder"), (stat.S_IFBLK, "is a disk")])
def test_a_folder_and_a_disk_are_refused(kind: int, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = os.stat(tmp_path)
    monkeypatch.setattr(writing, "_status", lambda path: os.stat_result((kind | 0o666, *real[1:])))
    for do in (check, write):
        with pytest.raises(NotWritten, match=f"r: {said}$"):
            do([Output(tmp_path / "r", "", "new")], force=True)


def test_a_folder_that_is_not_there_is_not_made(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("none/r")
    for path in (tmp_path / "none" / "r", tmp_path / "link"):
        with pytest.raises(NotWritten, match="there is no such folder") as found:
            check([Output(path)])
        assert found.value.filename == str(path)
    assert names(tmp_path) == ["link"]


def test_a_file_that_is_read_only_stays_even_for_an_administrator(tmp_path: Path) -> None:
    (tmp_path / "r").write_text("mark, old")
    (tmp_path / "r").chmod(0o444)
    for do in (check, write):
        with pytest.raises(NotWritten, match="is read-only"):
            do([Output(tmp_path / "r", "mark", "mark, new")], force=True)
    assert (tmp_path / "r").read_text() == "mark, old"


def test_a_folder_that_is_read_only_is_said_before_the_work_is_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tmp_path.chmod(0o555)
    # An administrator may write there all the same.
    monkeypatch.setattr(os, "access", lambda path, mode: bool(os.stat(path).st_mode & 0o222 or not mode & os.W_OK))
    with pytest.raises(NotWritten, match=r"r: its folder is read-only$"):
        check([Output(tmp_path / "r")])
    tmp_path.chmod(0o755)


def test_a_system_that_refuses_names_what_the_user_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(**_: object) -> NoReturn:
        raise OSError(errno.EROFS, "Read-only file system", str(tmp_path / ".r.hidden"))

    monkeypatch.setattr(tempfile, "mkstemp", refuse)
    with pytest.raises(NotWritten) as found:
        write([Output(tmp_path / "r")])
    assert str(found.value) == f"{tmp_path / 'r'}: Read-only file system"


def test_a_long_name_is_no_hindrance(tmp_path: Path) -> None:
    name = "ä" * 120 + ".html"
    write([Output(tmp_path / name, None, "new")])
    assert names(tmp_path) == [name]


@pytest.mark.parametrize(
    ("path", "number"),
    [("/dev/stdout", 1), ("/dev/stderr", 2), ("/dev/fd/63", 63), ("/proc/self/fd/1", 1), ("/proc/1/fd/1", None),
     ("/dev/null", None), ("7", None), ("/dev/fd", None)],
)  # fmt: skip
def test_an_open_file_is_known_by_its_names(path: str, number: int | None, tmp_path: Path) -> None:
    assert descriptor(path) == number
    (tmp_path / "link").symlink_to(path)
    assert descriptor(tmp_path / "link") == number


def test_links_in_a_circle_are_refused(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("link")
    assert descriptor(tmp_path / "link") is None
    with pytest.raises(NotWritten, match=r"link: "):
        write([Output(tmp_path / "link", None, "new")])


def test_an_open_file_gets_the_text_where_it_is(tmp_path: Path) -> None:
    path = tmp_path / "log"
    path.write_text("before\n")
    with path.open("a") as file:
        for text in ("new", b"\xff"):
            write([Output(f"/dev/fd/{file.fileno()}", None, text)])
    assert path.read_bytes() == b"before\nnew\xff"


def _python(code: str, **how: object) -> subprocess.CompletedProcess[str]:
    begin = "import sys; from metricbook.writing import *\n"
    return subprocess.run([sys.executable, "-c", begin + code], text=True, check=False, **how)  # type: ignore[call-overload, no-any-return]


@pytest.mark.parametrize("name", ["stdout", "stderr"])
def test_standard_output_keeps_the_order_of_what_is_said(name: str, tmp_path: Path) -> None:
    code = f"say('one\\n', sys.{name}); write([Output('/dev/{name}', None, 'two\\n')]); say('three\\n', sys.{name})"
    with (tmp_path / "log").open("a") as log:
        log.write("zero\n")
        log.flush()
        assert _python(code, **{name: log}).returncode == 0
    assert (tmp_path / "log").read_text() == "zero\none\ntwo\nthree\n"


def test_standard_output_that_is_an_input_is_refused(tmp_path: Path) -> None:
    (tmp_path / "in").write_text("rows\n")
    with (tmp_path / "in").open("a") as file:
        done = _python(f"write([Output('/dev/stdout')], inputs=[{str(tmp_path / 'in')!r}])", stdout=file, stderr=-1)
    assert done.stderr.endswith("NotWritten: /dev/stdout: is an input, which is never written\n")
    assert (tmp_path / "in").read_text() == "rows\n"


def test_standard_input_that_is_a_file_is_an_input(tmp_path: Path) -> None:
    (tmp_path / "in").write_text("rows\n")
    with (tmp_path / "in").open() as file:
        code = f"write([Output({str(tmp_path / 'in')!r}, '')], inputs=['/dev/stdin'])"
        done = _python(code, stdin=file, stderr=subprocess.PIPE)
    assert "is an input, which is never written" in done.stderr
    assert (tmp_path / "in").read_text() == "rows\n"


@pytest.mark.parametrize("name", ["stdout", "stderr"])
def test_a_stream_that_is_closed_is_no_place_to_write(name: str, tmp_path: Path) -> None:
    code = f"sys.{name} = None; say('one', sys.{name}); write([Output('/dev/{name}', None, 'two')])"
    code = f"try:\n    {code}\nexcept NotWritten as e:\n    open({str(tmp_path / 'r')!r}, 'w').write(str(e))"
    assert _python(code).returncode == 0
    assert (tmp_path / "r").read_text() == f"/dev/{name}: Bad file descriptor"


@pytest.mark.parametrize("name", ["stdout", "stderr"])
@pytest.mark.parametrize(
    "code", ["say('one', sys.{0}); say('two', sys.{0})", "write([Output('/dev/{0}', None, 'one')])"]
)
def test_a_reader_that_has_gone_is_no_error(name: str, code: str) -> None:
    reads, writes = os.pipe()
    os.close(reads)
    other = "stderr" if name == "stdout" else "stdout"
    try:
        done = _python(code.format(name), **{name: writes, other: subprocess.PIPE})
    finally:
        os.close(writes)
    assert (done.returncode, getattr(done, other)) == (0, "")


def test_standard_output_without_room_is_an_error_and_a_single_one() -> None:
    with open("/dev/full", "w") as full:
        done = _python("say('one', sys.stdout)", stdout=full, stderr=subprocess.PIPE)
    assert done.returncode == 1
    assert done.stderr.count("No space left on device") == 1


def test_say_takes_streams_that_are_no_files() -> None:
    stream = io.StringIO()
    say("one", stream)
    assert stream.getvalue() == "one"
