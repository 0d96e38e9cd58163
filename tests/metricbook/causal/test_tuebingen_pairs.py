"""The Tübingen pairs: what is committed, what a damaged source says, and that nothing is half-written."""

import os
import socket
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from metricbook._files import data_file
from metricbook.causal import _tuebingen, _wheel, load_tuebingen, tuebingen, tuebingen_metadata
from metricbook.causal._tuebingen import ENVIRONMENT_VARIABLE, checksum, fetch_tuebingen

DATA = data_file("tuebingen", "pairs.csv").parent
SHARED = DATA.parents[2] / "shared" / "data" / "tuebingen"
WHEEL = DATA / "cache" / _wheel.NAME
needs_official = pytest.mark.skipif(not SHARED.is_dir(), reason=f"no official files in {SHARED}")
needs_wheel = pytest.mark.skipif(not WHEEL.is_file(), reason=f"no wheel in the cache: run 'make data' ({WHEEL})")

TABLES = {
    1: np.array([[1.0, 10.0], [2.0, 20.5], [3.0, 30.0]]),
    2: np.array([[5.0, 1.0], [6.0, 2.0]]),
    3: np.array([[1.0, 2.0, 9.0], [3.0, 4.0, 8.0]]),
}
COLUMNS = {1: (1, 1, 2, 2), 2: (2, 2, 1, 1), 3: (1, 2, 3, 3)}


@pytest.fixture(autouse=True)
def _no_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(ENVIRONMENT_VARIABLE, raising=False)


@pytest.fixture
def metadata() -> pd.DataFrame:
    """Describe three invented pairs: one as it stands, one reversed, one with a two-dimensional cause."""
    names = ["cause_first", "cause_last", "effect_first", "effect_last"]
    rows = [
        {"pair": k, "weight": 0.5 * k, "rows": t.shape[0], "columns": t.shape[1], "sha256_file": checksum(t)}
        | dict(zip(names, COLUMNS[k], strict=True))
        for k, t in TABLES.items()
    ]
    return pd.DataFrame(rows).set_index("pair")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for number, table in TABLES.items():
        text = "\n".join(" ".join(map(str, row)) for row in table)
        (tmp_path / f"pair{number:04d}.txt").write_text(text + "\n", encoding="ascii")
    return tmp_path


class TestOfficialFolder:
    def test_orientation_weight_and_shape(self, folder: Path, metadata: pd.DataFrame) -> None:
        pairs = load_tuebingen(folder, metadata=metadata)
        assert list(pairs) == [1, 2, 3]
        assert pairs.missing == ()
        assert str(folder) in pairs.source
        assert pairs.weight == 3.0
        np.testing.assert_array_equal(pairs[1].cause, [1, 2, 3])
        np.testing.assert_array_equal(pairs[2].cause, [1, 2])
        np.testing.assert_array_equal(pairs[2].effect, [5, 6])
        np.testing.assert_array_equal(pairs[3].cause, [[1, 2], [3, 4]])
        np.testing.assert_array_equal(pairs[3].effect, [9, 8])
        assert [pairs[k].univariate for k in pairs] == [True, True, False]

    def test_multivariate_pairs_can_be_left_out(self, folder: Path, metadata: pd.DataFrame) -> None:
        pairs = load_tuebingen(folder, metadata=metadata, multivariate=False)
        assert list(pairs) == [1, 2]
        assert pairs.missing == ()

    def test_environment_variable_names_the_folder(
        self, folder: Path, metadata: pd.DataFrame, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv(ENVIRONMENT_VARIABLE, str(folder))
        assert len(load_tuebingen(metadata=metadata)) == 3

    def test_layout_of_the_text_does_not_matter(self, folder: Path, metadata: pd.DataFrame) -> None:
        text = "  1.0e+00\t10\r\n\r\n2\t20.50\r\n 3 30.000\r\n"
        (folder / "pair0001.txt").write_bytes(text.encode())
        np.testing.assert_array_equal(load_tuebingen(folder, metadata=metadata)[1].effect, [10, 20.5, 30])

    def test_a_missing_file_is_listed_or_named(self, folder: Path, metadata: pd.DataFrame) -> None:
        (folder / "pair0002.txt").unlink()
        pairs = load_tuebingen(folder, metadata=metadata)
        assert pairs.missing == (2,)
        assert "without 2" in repr(pairs)
        with pytest.raises(KeyError, match="pair 2 is not in"):
            pairs[2]
        with pytest.raises(FileNotFoundError, match="has no pair 2"):
            load_tuebingen(folder, metadata=metadata, numbers=[1, 2])

    def test_an_unknown_number_is_an_error(self, folder: Path, metadata: pd.DataFrame) -> None:
        with pytest.raises(ValueError, match=r"no such pairs: \[7\]"):
            load_tuebingen(folder, metadata=metadata, numbers=[1, 7])

    def test_an_empty_or_absent_folder_is_an_error(self, tmp_path: Path, metadata: pd.DataFrame) -> None:
        with pytest.raises(FileNotFoundError, match="has no pair 1, 2, 3"):
            load_tuebingen(tmp_path, metadata=metadata)
        with pytest.raises(FileNotFoundError, match="is not a folder"):
            load_tuebingen(tmp_path / "nowhere", metadata=metadata)

    @pytest.mark.parametrize(
        ("content", "reason"),
        [
            (b"1 10\n2 20.5\n", "2 rows found where 3 are expected"),
            (b"1 10\n2 20.5\n3 30\n4 40\n", "4 rows found where 3 are expected"),
            (b"", "0 rows found where 3 are expected"),
            (b"1 10\n2 20.5\n3\n", "line 3: 1 values where 2 are expected"),
            (b"1 10\n2 2O.5\n3 30\n", "line 2: not a number"),
            (b"1 10\n2 20.6\n3 30\n", "the values are not the official ones"),
            (b"2 20.5\n1 10\n3 30\n", "the values are not the official ones"),
            (b"\x80\x81\n", "not a text of numbers"),
        ],
    )
    def test_a_damaged_file_is_named_with_the_reason(
        self, folder: Path, metadata: pd.DataFrame, content: bytes, reason: str
    ) -> None:
        (folder / "pair0001.txt").write_bytes(content)
        with pytest.raises(ValueError, match=f"pair0001.txt.*{reason}"):
            load_tuebingen(folder, metadata=metadata)


class Registry(BaseHTTPRequestHandler):
    """A package registry that offers the wheel, or seems to: what it sends is in the first part of the address."""

    def do_GET(self) -> None:
        """Answer pip: a list with one file, or the file, which is another one or breaks off half-way."""
        kind = self.path.split("/")[1]
        content = f'<a href="/{kind}/{_wheel.NAME}">{_wheel.NAME}</a>'.encode()
        if self.path.endswith(".whl"):
            content = b"PK, and something else"
        self.send_response(404 if kind == "gone" else 200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(content) * (1 + (kind == "short" and self.path.endswith(".whl")))))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


@pytest.fixture
def registry(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The address of a registry, for a pip that has no other setting."""
    for name in [name for name in os.environ if name.startswith("PIP_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("PIP_CONFIG_FILE", os.devnull)
    monkeypatch.setenv("PIP_NO_CACHE_DIR", "1")
    server = ThreadingHTTPServer(("127.0.0.1", 0), Registry)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


class TestWheel:
    def test_an_absent_wheel_says_what_to_do(self, tmp_path: Path) -> None:
        with pytest.raises(FileNotFoundError, match=r"python -m metricbook\.causal\.tuebingen.*METRICBOOK_DATA"):
            load_tuebingen(cache=tmp_path)

    def test_the_wheel_is_fetched_on_demand_where_it_is_not(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        asked = []
        monkeypatch.setattr(_tuebingen, "fetch_tuebingen", asked.append)
        with pytest.raises(FileNotFoundError):
            load_tuebingen(cache=tmp_path, fetch=True)
        assert asked == [tmp_path]
        assert f"the wheel of cdt==0.6.0, into {tmp_path}" in capsys.readouterr().out
        (tmp_path / _wheel.NAME).write_bytes(b"PK")
        with pytest.raises(ValueError, match="2 bytes"):
            load_tuebingen(cache=tmp_path, fetch=True)
        assert asked == [tmp_path]

    def test_a_truncated_wheel_is_refused(self, tmp_path: Path) -> None:
        (tmp_path / _wheel.NAME).write_bytes(b"PK")
        with pytest.raises(ValueError, match=r"cdt-0\.6\.0.*2 bytes with SHA-256"):
            load_tuebingen(cache=tmp_path)

    @pytest.mark.parametrize(
        ("kind", "reason"),
        [
            ("gone", "the package registry does not offer it"),
            ("dead", "the package registry did not answer"),
            ("other", "another file was offered in its place"),
            ("short", "the connection broke off again and again"),
        ],
    )
    def test_a_failed_download_says_why_and_what_to_do_and_leaves_nothing(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, registry: str, kind: str, reason: str
    ) -> None:
        if kind == "dead":
            with socket.create_server(("127.0.0.1", 0)) as closed:
                registry = f"http://127.0.0.1:{closed.getsockname()[1]}"
        monkeypatch.setenv("PIP_INDEX_URL", f"{registry}/{kind}")
        (tmp_path / _wheel.NAME).write_bytes(b"PK")
        with pytest.raises(ConnectionError) as failed:
            fetch_tuebingen(tmp_path)
        assert str(failed.value) == (
            f"pip could not download cdt==0.6.0: {reason}. Make a package registry reachable for pip, or set "
            "METRICBOOK_DATA to a folder with the official files pairNNNN.txt, and run this again."
        )
        assert list(tmp_path.iterdir()) == []

    def test_a_registry_that_never_ends_is_given_up(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(_wheel, "LIMIT", 0.01)
        with pytest.raises(ConnectionError, match=r"could not download cdt==0\.6\.0 within 0\.01 seconds"):
            fetch_tuebingen(tmp_path)
        assert list(tmp_path.iterdir()) == []

    def test_another_file_than_the_wheel_is_not_kept(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(_wheel, "download", lambda folder: (folder / _wheel.NAME).write_bytes(b"other"))
        with pytest.raises(ValueError, match="5 bytes with SHA-256"):
            fetch_tuebingen(tmp_path)
        assert list(tmp_path.iterdir()) == []

    @needs_wheel
    def test_an_intact_wheel_is_not_downloaded_again_and_a_damaged_one_is(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        content, downloads = WHEEL.read_bytes(), []

        def download(folder: Path) -> None:
            downloads.append(folder)
            (folder / _wheel.NAME).write_bytes(content)

        monkeypatch.setattr(_wheel, "download", download)
        (tmp_path / _wheel.NAME).write_bytes(content[:-1])
        for _ in range(2):
            assert fetch_tuebingen(tmp_path).read_bytes() == content
        assert len(downloads) == 1

    @needs_wheel
    def test_holds_99_pairs_in_their_official_numbers(self) -> None:
        pairs = load_tuebingen()
        assert len(pairs) == 99
        assert pairs.missing == (52, 53, 54, 55, 71, 105, 106, 107, 108)
        assert pairs.weight == pytest.approx(35.4979, abs=1e-9)
        assert all(pair.univariate for pair in pairs.values())

    @needs_wheel
    def test_an_altered_value_is_found(self) -> None:
        table = tuebingen_metadata()
        table.loc[7, "sha256_cdt"] = table.loc[8, "sha256_cdt"]
        with pytest.raises(ValueError, match="pair 7 has other values"):
            load_tuebingen(metadata=table)

    @needs_wheel
    @needs_official
    def test_equals_the_official_pairs_up_to_rounding_in_three(self) -> None:
        ours, official = load_tuebingen(), load_tuebingen(SHARED)
        differing = [
            k
            for k in ours
            if not (
                np.array_equal(ours[k].cause, official[k].cause) and np.array_equal(ours[k].effect, official[k].effect)
            )
        ]
        assert differing == [93, 97, 98]
        for k in differing:
            np.testing.assert_allclose(ours[k].cause, official[k].cause, rtol=0, atol=6e-14)
            np.testing.assert_allclose(ours[k].effect, official[k].effect, rtol=0, atol=6e-14)


class TestCommitted:
    def test_metadata_of_all_108_pairs(self) -> None:
        table = tuebingen_metadata()
        assert list(table.index) == list(range(1, 109))
        assert table["weight"].sum() == pytest.approx(38.9979, abs=1e-9)
        several = (table["cause_first"] != table["cause_last"]) | (table["effect_first"] != table["effect_last"])
        assert list(table.index[several]) == [52, 53, 54, 55, 71, 105]
        assert table.loc[several, "weight"].tolist() == [0, 0, 0, 0, 0, 0.5]
        binary = (table["cause_distinct"] == 2) | (table["effect_distinct"] == 2)
        assert list(table.index[binary & ~several]) == [47, 70, 107]
        assert table["cdt_row"].dropna().tolist() == list(range(1, 100))
        assert list(table.index[table["cdt_row"].notna()]) == list(_wheel.NUMBERS)

    def test_the_wheel_differs_from_the_official_values_in_three_pairs(self) -> None:
        table = tuebingen_metadata()
        in_wheel = table[table["cdt_row"].notna()]
        assert list(in_wheel.index[in_wheel["sha256_cdt"] != in_wheel["sha256_pair"]]) == [93, 97, 98]
        assert (table.loc[table["cdt_row"].isna(), "sha256_cdt"] == "").all()

    def test_metadata_describe_the_files_and_the_wheel(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """Of the three invented pairs, of which the wheel has the first two, the second reversed in the file."""
        lines = [f"{k:04d} {' '.join(map(str, columns))} {0.5 * k}" for k, columns in COLUMNS.items()]
        (folder / "pairmeta.txt").write_text("\n".join(lines), encoding="ascii")
        (folder / "pair0001.txt").write_text("1 10\n2 20.5\n1 30\n", encoding="ascii")
        first = np.array([[1.0, 10.0], [2.0, 20.5], [1.0, 30.0]])
        monkeypatch.setattr(_wheel, "read_verified", lambda path: path.name)
        monkeypatch.setattr(_wheel, "parse", lambda content: {1: first.T, 2: TABLES[2].T} if content == "a" else {})
        monkeypatch.setattr(_wheel, "NUMBERS", (2, 1))
        found = tuebingen.describe_tuebingen(folder, "a")
        assert found.index.tolist() == [1, 2, 3]
        assert found.drop(columns="cdt_row").reset_index().to_dict("list") == {
            "pair": [1, 2, 3],
            "weight": [0.5, 1.0, 1.5],
            "rows": [3, 2, 2],
            "columns": [2, 2, 3],
            "cause_first": [1, 2, 1],
            "cause_last": [1, 2, 2],
            "effect_first": [2, 1, 3],
            "effect_last": [2, 1, 3],
            "direction": ["->", "<-", "->"],
            "cause_distinct": [2, 2, 2],
            "effect_distinct": [3, 2, 2],
            "sha256_file": [checksum(first), checksum(TABLES[2]), checksum(TABLES[3])],
            "sha256_pair": [checksum(first), checksum(TABLES[2][:, ::-1]), checksum(TABLES[3])],
            "sha256_cdt": [checksum(first), checksum(TABLES[2]), ""],
        }
        assert found["cdt_row"].tolist() == [2, 1, pd.NA]

    @needs_official
    @needs_wheel
    def test_metadata_is_what_the_files_give(self) -> None:
        computed = tuebingen.describe_tuebingen(SHARED, WHEEL)
        pd.testing.assert_frame_equal(tuebingen_metadata(), computed, check_exact=True)

    @needs_official
    def test_official_files_verify(self) -> None:
        pairs = load_tuebingen(SHARED)
        assert len(pairs) == 108
        table = tuebingen_metadata()
        for k, pair in pairs.items():
            assert checksum(np.column_stack([pair.cause, pair.effect])) == table.at[k, "sha256_pair"]


class TestChecksum:
    def test_every_value_and_the_shape_count(self) -> None:
        table = np.arange(6.0).reshape(3, 2)
        changed = table.copy()
        changed[2, 1] = np.nextafter(changed[2, 1], 9)
        assert len({checksum(t) for t in (table, table.T, table.reshape(2, 3), table[:2], changed)}) == 5

    def test_nan_is_one_value_and_columns_are_tables(self) -> None:
        other_nan = np.array([0x7FF8000000000001], dtype=np.uint64).view(np.float64)
        assert checksum(other_nan) == checksum([np.nan])
        assert checksum([1.0, 2.0]) == checksum([[1.0], [2.0]])
        with pytest.raises(ValueError, match="one or two dimensions, not 3"):
            checksum(np.zeros((1, 1, 1)))


class TestCommand:
    @needs_wheel
    def test_reports_source_coverage_and_gaps(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert tuebingen.main([]) == 0
        printed = capsys.readouterr().out
        assert "99 of 108, verified, from the wheel of cdt==0.6.0" in printed
        assert "weight: 35.498 of 38.998" in printed
        assert "not there: 52, 53, 54, 55, 71, 105, 106, 107, 108" in printed

    @needs_official
    def test_a_folder_needs_no_download(
        self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv(ENVIRONMENT_VARIABLE, str(SHARED))
        monkeypatch.setattr(_wheel, "fetch", lambda folder: pytest.fail("tried to download"))
        assert tuebingen.main([]) == 0
        assert "108 of 108" in capsys.readouterr().out

    def test_reports_what_is_there_of_a_folder(
        self,
        folder: Path,
        metadata: pd.DataFrame,
        capsys: pytest.CaptureFixture[str],
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        monkeypatch.setattr(tuebingen, "tuebingen_metadata", lambda: metadata)
        (folder / "pair0002.txt").unlink()
        assert tuebingen.main(["--folder", str(folder)]) == 0
        assert capsys.readouterr().out == (
            f"Tübingen pairs: 2 of 3, verified, from the official files in {folder}\n"
            "weight: 2.000 of 3.000\nnot there: 2\n"
        )

    def test_failure_is_one_line_and_exit_status_1(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        assert tuebingen.main(["--folder", str(tmp_path / "nowhere")]) == 1
        assert "is not a folder" in capsys.readouterr().err
