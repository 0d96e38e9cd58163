"""The literature tables: what is committed is what the parser finds, and the parser refuses what it does not know."""

from __future__ import annotations

import pandas as pd
import pytest

from scoring_the_scores.files import data_folder
from scoring_the_scores.mcdermott.literature import review as literature
from scoring_the_scores.mcdermott.literature import text as _literature_text

PAPER = data_folder().parents[1] / "shared" / "papers" / "mcdermott.txt"
needs_paper = pytest.mark.skipif(
    not PAPER.is_file(), reason=f"the paper's text is at hand in development only ({PAPER})"
)
TABLES = ("citations", "arguments", "counts", "mentions")


@pytest.fixture(scope="module")
def paper() -> str:
    return PAPER.read_text(encoding="utf-8")


@needs_paper
class TestAgainstThePaper:
    @pytest.mark.parametrize("name", TABLES)
    def test_the_committed_tables_are_what_the_parser_finds(self, paper: str, name: str) -> None:
        pd.testing.assert_frame_equal(getattr(literature, name)(), literature.parse(paper)[name])

    def test_the_command_makes_the_committed_files(self, tmp_path, capsys) -> None:
        literature.main([str(PAPER), "--output", str(tmp_path)])
        assert capsys.readouterr().out.count("rows") == len(TABLES)
        for name in TABLES:
            committed = data_folder() / "mcdermott" / "literature" / f"{name}.csv"
            assert (tmp_path / committed.name).read_bytes() == committed.read_bytes()

    def test_a_work_taken_from_a_list_is_noticed(self, paper: str) -> None:
        changed = paper.replace("Kiran et\N{NO-BREAK SPACE}al., 2018; Mousavian", "Mousavian")
        found = literature.parse(changed)["citations"]
        assert not found.equals(literature.citations())
        assert len(found) < len(literature.citations())

    @pytest.mark.parametrize(
        ("old", "new", "message"),
        [
            ("In total, 13 sources", "In all, 13 sources", "invalid-sources in section 4.1 was found 0 times"),
            ("D.4.1 Final Papers", "D.4.2 Final Papers", "no section D.4.1"),
            ("Branco et\N{NO-BREAK SPACE}al., 2016", "Branco 2016", "'Branco 2016' is not an author and a year"),
            ("models with poor recall", "models of poor recall", "recognised as none"),
        ],
    )
    def test_another_text_is_refused(self, paper: str, old: str, new: str, message: str) -> None:
        assert old in paper
        with pytest.raises(ValueError, match=message):
            literature.parse(paper.replace(old, new))


class TestTheParser:
    def test_entries_of_a_citation(self) -> None:
        group = "Van A & van der B, 2019; Lei Ba et al., 2022a, b; LCT14558, 2017"
        wanted = ["Van A & van der B, 2019", "Lei Ba et al., 2022a", "Lei Ba et al., 2022b", "LCT14558, 2017"]
        assert list(_literature_text._works(group)) == wanted

    @pytest.mark.parametrize("group", ["A, 2019; B", "A, 1719", "A, 2019; ", "2019"])
    def test_what_is_no_author_and_year_is_refused(self, group: str) -> None:
        with pytest.raises(ValueError, match="is not an author and a year"):
            list(_literature_text._works(group))

    def test_sections_end_where_the_next_begins(self) -> None:
        text = "front\nAbstract\na\n1 First\nb\n\n  1. item\n1.1 Inner\nc\nAppendix A Notes\nd\nA.1.1 Deep\ne"
        parts = _literature_text.sections(text)
        assert list(parts) == ["Abstract", "1", "1.1", "A", "A.1.1"]
        assert parts["1"] == "1 First\nb\n\n  1. item"
        assert parts["A.1.1"] == "A.1.1 Deep\ne"

    def test_a_section_that_begins_twice_is_refused(self) -> None:
        with pytest.raises(ValueError, match="section 1 begins twice"):
            _literature_text.sections("1 First\n1 Again")

    @pytest.mark.parametrize(
        ("printed", "value"), [("1.5 million", 1.5e6), ("1.5M", 1.5e6), ("16,022", 16022), ("93.8", 93.8), ("two", 2)]
    )
    def test_numbers(self, printed: str, value: float) -> None:
        assert _literature_text._number(printed) == value

    def test_a_table_is_cut_into_rows_of_three(self) -> None:
        section = "x\n\nClaim\n\nReferences\n\nCommentary\n\nsays\n\n(A, 2001; B, 2002)\n\nwell\n\nTable 2: words"
        assert list(_literature_text._table(section, "table2")) == [("says", "A, 2001; B, 2002", "well")]
        with pytest.raises(ValueError, match="table2 has 2 cells"):
            list(_literature_text._table(section.replace("\n\nwell", ""), "table2"))
        with pytest.raises(ValueError, match="no table1"):
            list(_literature_text._table(section, "table1"))


class TestWhatIsCommitted:
    def test_positions_count_the_entries_of_a_row(self) -> None:
        for _, row in literature.citations().groupby(["list", "row"]):
            assert row["position"].tolist() == list(range(1, len(row) + 1))

    def test_every_row_of_a_table_has_an_argument_and_works(self) -> None:
        cited = literature.citations().groupby(["list", "row"]).size()
        for entry in literature.arguments().itertuples():
            assert cited[entry.list, entry.row] > 0
            assert (entry.commentary == "") == (entry.list == "introduction")

    def test_what_was_looked_up_are_works_of_the_list_and_experiments(self) -> None:
        venues = literature.lookups("venue")
        assert set(venues["item"]) <= set(literature.works("final"))
        assert set(venues["on_arxiv"]) == {"yes", "no"}
        assert set(literature.lookups("repository")["found"]) == {"yes", "no"}
        assert venues["where"].str.len().min() > 0

    def test_what_the_repositories_of_the_search_have_is_said_with_its_place(self) -> None:
        for about in ("search", "search again"):
            table = literature.lookups(about)
            assert table["item"].is_unique
            assert table["where"].str.startswith("github.com/").all()

    def test_lists_are_known(self) -> None:
        assert set(literature.citations()["list"]) == set(literature.LISTS)

    def test_a_table_that_is_changed_does_not_change_the_next_one(self) -> None:
        changed = literature.citations()
        changed["work"] = ""
        assert (literature.citations()["work"] != "").all()

    def test_unknown_names_are_refused(self) -> None:
        with pytest.raises(ValueError, match="no list 'table3'"):
            literature.works("table3")
        with pytest.raises(ValueError, match="'table1' has no row 6"):
            literature.works("table1", row=6)
        with pytest.raises(ValueError, match="'none' has 0 values"):
            literature.stated("none")


class TestWhatFollows:
    def test_the_percentage_as_an_interval(self) -> None:
        low, high = literature.read_by_second_model()
        rounded = [round(100 * k / 2728) for k in (low - 1, low, high, high + 1)]
        assert rounded == [72, 73, 73, 74]

    def test_no_step_keeps_more_than_it_is_given(self) -> None:
        steps = literature.funnel()
        assert steps["texts"].is_monotonic_decreasing
        assert (steps["low"] <= steps["texts"]).all()
        assert (steps["texts"] <= steps["high"]).all()
        assert (steps["low"] < steps["high"]).sum() == 1

    def test_overlaps_are_symmetric_with_the_lists_on_the_diagonal(self) -> None:
        table = literature.overlaps()
        assert (table.to_numpy() == table.to_numpy().T).all()
        for name in literature.LISTS:
            assert table.loc[name, name] == len(set(literature.works(name)))

    def test_arguments_count_what_their_rows_name(self) -> None:
        table = literature.by_argument()
        for name in ("table1", "table2"):
            assert table[name].sum() == len(literature.works(name))
        both = table.set_index("argument")["both"]
        assert both["reflects-deployment"] == len({"Cook & Ramadas, 2020", "Leisman, 2018", "Yang et al., 2015"})
        assert both["hard-negatives"] == 0
