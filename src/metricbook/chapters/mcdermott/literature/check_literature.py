"""The counts of the literature review (Sections 1, 4 and Appendix D) against the paper's own lists.

No work was read for these checks. They compare printed numbers with printed lists and with each other, through the
tables of `metricbook.chapters.mcdermott.literature.review`, and say what a test of the content would need.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

from metricbook.chapters.mcdermott.literature import review as literature
from metricbook.ledger import Claim, Evidence

_SHEET = "the authors' sheet of quotes and decisions."
_NO_SHEET = "the paper's text, which links to the sheet and does not contain it; the sheet itself was not opened."
_DAVIS = "Davis & Goadrich, 2006"
_MODELS = "the prompts, the exact versions and the answers of the language models."
_NO_FILES = "the paper's text and the list of files of its public repository."


def corpus(claim: Claim) -> Evidence:
    """Abstract, Sections 1 and 4, D.1: the size of the corpus in all places that print it."""
    places = _places("corpus-texts")
    gigabytes = literature.stated("corpus-gigabytes")
    e = Evidence()
    e.printed(
        "texts, wherever printed", published=claim.published["texts"], reproduced=int(literature.stated("corpus-texts"))
    )
    e.printed("size in GB, Appendix D.1", published=claim.published["size_gb"], reproduced=gigabytes)
    e.missing(
        "A count needs the release of the corpus that was used; its date is not in the text.",
        looked="Appendix D.1.",
        instead="the places that print the number can be compared.",
    )
    e.note = (
        f"Printed in {len(places)} places: {', '.join(places)}. "
        f"That makes {gigabytes * 1e6 / literature.stated('corpus-texts'):.0f} kB for a text."
    )
    return e


def keywords(claim: Claim) -> Evidence:
    """D.2: texts with keywords of either list and of both."""
    either, both = literature.stated("either-keyword"), literature.stated("both-keywords")
    e = Evidence()
    e.printed("with a keyword of either list", published=claim.published[0], reproduced=int(either))
    e.printed("with keywords of both lists", published=claim.published[1], reproduced=int(both))
    e.printed(
        "both lists leave no more than either, and either no more than there are",
        agrees=both <= either <= literature.stated("corpus-texts"),
        reproduced=f"{both:.0f} of {either:.0f}, {both / either:.1%}",
    )
    e.missing(
        "Searching again needs the corpus and the two lists of keywords.",
        looked="Appendix D.2, where the lists are links without an address, and the list of files of the repository.",
        instead="the order of the counts can be checked.",
    )
    return e


def first_model(claim: Claim) -> Evidence:
    """D.3, first step: papers kept by the first model."""
    kept, offered = literature.stated("first-model-kept"), literature.stated("both-keywords")
    e = Evidence()
    e.printed("kept, first step", published=claim.published, reproduced=int(kept))
    e.printed(
        "offered to the second step",
        published=claim.published,
        reproduced=int(literature.stated("second-model-offered")),
    )
    e.printed(
        "no more than were read",
        agrees=kept <= offered,
        reproduced=f"{kept:.0f} of {offered:.0f}, {kept / offered:.1%}",
    )
    e.missing(
        f"Reading them again needs {_MODELS}",
        looked=_NO_FILES,
        instead="the numbers of neighbouring steps can be compared.",
    )
    return e


def second_model(claim: Claim) -> Evidence:
    """D.3, second step: the numbers of papers that are 73 % of 2,728, and what was not read."""
    offered = int(literature.stated("second-model-offered"))
    low, high = literature.read_by_second_model()
    kept = int(literature.stated("second-model-kept"))
    e = Evidence()
    e.printed(
        "share of the papers that the second model read",
        published=claim.published["share"],
        reproduced=Fraction(int(literature.stated("second-model-percent")), 100),
    )
    e.printed("kept", published=claim.published["kept"], reproduced=kept)
    e.printed("no more kept than read", agrees=kept <= low, reproduced=f"{kept} of {low} to {high}")
    e.missing(f"Reading them again needs {_MODELS}", looked=_NO_FILES, instead="the arithmetic can be checked.")
    e.note = (
        f"If the percentage is rounded to a whole number, {low} to {high} of {offered} papers were read, and "
        f"{offered - high} to {offered - low} were not. The text gives no reason."
    )
    return e


def manual(claim: Claim) -> Evidence:
    """Sections 1, 4, 4.1 and D.4.1: 128 papers, against the list of D.4.1."""
    entries = literature.works("final")
    none, invalid = set(literature.works("no-citation")), set(literature.works("no-valid-citation"))
    parts = [none, invalid, set(entries) - none - invalid]
    repeated = [work for work, times in Counter(entries).items() if times > 1]
    places = _places("final")
    e = Evidence()
    e.printed("the number, wherever printed", published=claim.published, reproduced=int(literature.stated("final")))
    e.printed("entries of the list", published=claim.published, reproduced=len(entries))
    e.printed("different papers in the list", published=claim.published, reproduced=len(set(entries)))
    e.repaired(
        "entries less repeated ones",
        agrees=len(entries) - len(repeated) == len(set(entries)),
        reproduced=f"{len(entries)} − {len(repeated)} = {len(set(entries))}",
    )
    e.repaired(
        "without, with no valid, and with other citations",
        agrees=sum(map(len, parts)) == len(set(entries)) and none | invalid <= set(entries),
        reproduced=f"{' + '.join(str(len(part)) for part in parts)} = {sum(map(len, parts))}",
    )
    e.note = (
        f"Printed in {', '.join(places)}. Twice in the list: {', '.join(repeated)}. The text does not tell whether one "
        "paper was counted twice, or whether another one should stand in its place. What the papers say was not "
        "checked."
    )
    return e


def no_citation(claim: Claim) -> Evidence:
    """4.1: the 31 papers without a citation, counted and looked up in the list of D.4.1."""
    return _listed(
        claim,
        "no-citation",
        disjoint="no-valid-citation",
        content="Whether a paper makes the claim, and without a citation, needs the papers or ",
    )


def with_citation(claim: Claim) -> Evidence:
    """4.1: the 97 papers with a citation, by subtraction and by the lists."""
    entries, none = literature.works("final"), set(literature.works("no-citation"))
    invalid = set(literature.works("no-valid-citation"))
    left = set(entries) - none
    e = Evidence()
    e.printed(
        "printed total less those printed without a citation",
        published=claim.published,
        reproduced=int(literature.stated("final") - literature.stated("no-citation")),
    )
    e.printed(
        "different papers of the list, less those without a citation", published=claim.published, reproduced=len(left)
    )
    e.printed(
        "entries of the list, less those without a citation",
        published=claim.published,
        reproduced=sum(work not in none for work in entries),
    )
    e.repaired(
        "with no valid citation, and the others",
        agrees=invalid <= left,
        reproduced=f"{len(invalid)} + {len(left - invalid)} = {len(left)}",
    )
    e.note = "The entry that stands twice in the list is among the 31, so it adds no paper with a citation."
    return e


def wrong_citation(claim: Claim) -> Evidence:
    """4.1: the 39 papers that cite no work which makes the claim, counted and looked up."""
    e = _listed(
        claim,
        "no-valid-citation",
        disjoint="no-citation",
        content="Whether none of their sources makes the claim needs the papers, their sources, or ",
    )
    arguing = [work for work in literature.works("no-valid-citation") if work in literature.works("table1")]
    e.note = (
        f"In Table 1, too, as works that argue for the claim: {len(arguing)} ({'; '.join(arguing)}). That is no "
        "contradiction: a paper can argue for what its sources do not say."
    )
    return e


def valid_citation(claim: Claim) -> Evidence:
    """4.1, third heading and footnote: how many papers can cite a work that makes the claim."""
    with_source, none_valid = (int(literature.stated(name)) for name in ("with-citation", "no-valid-citation"))
    left = set(literature.works("final")) - set(literature.works("no-citation"))
    listed = len(left - set(literature.works("no-valid-citation")))
    e = Evidence(
        note=f"By the lists {listed} of {len(left)}. The footnote covers papers with both kinds of source, not the "
        f"{none_valid}, which have none of the first kind. {with_source} would be right only if each of the "
        f"{none_valid} cited a work that makes an apparently similar claim; the text does not define similar."
    )
    e.printed(
        "papers with a citation less those that cite no work that makes the claim",
        published=claim.published,
        reproduced=with_source - none_valid,
    )
    e.repaired(
        "that many, or fewer by the lists, cite one",
        agrees=listed <= with_source - none_valid,
        reproduced=[with_source - none_valid, listed],
    )
    return e


def invalid_sources(claim: Claim) -> Evidence:
    """4.1: the sources said to be 13, against the list that follows the number."""
    entries = literature.works("invalid-sources")
    making = set().union(*(literature.works(name) for name in ("table1", "introduction", "final")))
    elsewhere = making & set(entries)
    e = Evidence()
    e.printed("sources named", published=claim.published, reproduced=len(entries))
    e.repaired("named, each once", agrees=len(entries) == len(set(entries)), reproduced=len(set(entries)))
    e.repaired("named elsewhere as arguing for, or making, the claim", agrees=not elsewhere, reproduced=len(elsewhere))
    e.note = "Whether these sources make the claim was not checked; that needs the sources."
    return e


def davis_goadrich(claim: Claim) -> Evidence:
    """4.1: 47 citations of one source, against the counts it has to fit."""
    times, invalid = literature.stated("davis-goadrich"), literature.stated("no-valid-citation")
    named = literature.works("invalid-sources")
    left = len(set(literature.works("final")) - set(literature.works("no-citation")))
    e = Evidence()
    e.printed("times, Section 4.1", published=claim.published, reproduced=int(times))
    e.printed(
        "no more than the papers with a citation, by the list",
        agrees=times <= left,
        reproduced=f"{times:.0f} of {left}",
    )
    e.printed("named among the invalid sources", agrees=_DAVIS in named, reproduced=_DAVIS in named)
    e.missing(
        f"Counting needs {_SHEET}", looked=_NO_SHEET, instead="it can be checked whether the number fits the others."
    )
    e.note = (
        f"If a paper counts once, at least {times - invalid:.0f} of the {times:.0f} papers cite it beside a source "
        f"that does make the claim, since only {invalid:.0f} have no such source."
    )
    return e


def davis_goadrich_says() -> Evidence:
    """4.1: what Davis and Goadrich (2006) argue for, and what they do not."""
    e = Evidence()
    e.missing(
        "The full text of Davis & Goadrich (2006), without which nobody can say what it never asserts.",
        looked="its abstract and opening page, as public copies have them.",
        instead="what these say: for skewed data the precision-recall curve is called more informative; of the areas "
        "it is said only that to optimise one is not to optimise the other; earlier works are cited for the use of the "
        "curve. That agrees with what the paper says of them.",
    )
    e.note = f"It is one of the {len(literature.works('invalid-sources'))} sources named as not making the claim."
    return e


def empirical_backing() -> Evidence:
    """Abstract and Section 5: evidence for the claim in the literature, of which nothing is counted."""
    e = Evidence(note=f"What is counted: {', '.join(dict.fromkeys(literature.counts()['count']))}.")
    e.missing(
        "A count of the works, or of those that make the claim, by whether they test it on data.",
        looked="Section 4, Tables 1 and 2 and Appendix D.",
        instead="what is counted is citations and arguments.",
    )
    return e


def venues() -> Evidence:
    """4.1: the venues named for the 31 papers, looked up for some of them."""
    table = literature.lookups("venue")
    named = ("arXiv only", "Scientific Reports", "ICCV", "ECCV", "Bioinformatics")
    papers = literature.works("no-citation")
    found = {venue: [w for w in table.loc[table["found"] == venue, "item"] if w in papers] for venue in named}
    e = Evidence(note="; ".join(f"{venue}: {', '.join(works)}" for venue, works in found.items()) + ".")
    e.printed("each venue named has one of the 31 papers", cases=(bool(works) for works in found.values()))
    elsewhere = table.loc[table["found"] == "Stata Journal", "item"]
    e.control("so has the Stata Journal, which is not named", cases=(work in papers for work in elsewhere))
    return e


def only_arxiv() -> Evidence:
    """Section 1: whether the papers of the list are papers on arXiv."""
    table = literature.lookups("venue")
    table = table[table["item"].isin(literature.works("final"))]
    e = Evidence(note=f"Looked up for {len(table)} of the papers: " + "; ".join(table["item"]) + ".")
    e.printed("the papers looked up are on arXiv", cases=table["on_arxiv"] == "yes")
    e.repaired(
        "all but those that appeared elsewhere and have no arXiv record",
        cases=(table["on_arxiv"] == "yes") | table["where"].str.contains("no arXiv record"),
    )
    e.control("none of them is on arXiv", cases=table["on_arxiv"] == "no")
    return e


def search_mode() -> Evidence:
    """Section 4 against Appendix D: whether people searched, too."""
    table = literature.mentions()
    places = {subject: group["section"].tolist() for subject, group in table.groupby("subject")}
    kept, final = int(literature.stated("second-model-kept")), int(literature.stated("final"))
    beyond = literature.lookups("venue").query("on_arxiv == 'no'")["item"]
    e = Evidence(
        note=f"Manual review is named in Sections {', '.join(places['manual-review'])}, manual search in Section "
        f"{', '.join(places['manual-search'])} alone. The models left {kept} papers and the list has {final}; how many "
        "were taken out and how many brought in is not stated."
    )
    e.printed(
        "the list has a paper that a search of arXiv cannot give",
        cases=(w in literature.works("final") for w in beyond),
    )
    e.control(
        "Appendix D describes a search by hand",
        agrees=any(place.startswith("D") for place in places["manual-search"]),
        reproduced=places["manual-search"],
    )
    return e


def llm_scope(claim: Claim) -> Evidence:
    """Abstract against D.2 and D.3: how many texts can have reached a language model."""
    steps = literature.funnel()
    first = steps.index[steps["by"] == "language model"][0]
    reached = int(steps["texts"][first - 1])
    corpus_size = int(literature.stated("corpus-texts"))
    table = literature.mentions()
    table = table[table["section"].str.startswith("D")]
    scripts = table.loc[table["subject"] == "keyword-script", "section"].tolist()
    models = table.loc[table["subject"] == "language-model", "section"].tolist()
    e = Evidence()
    e.printed("papers that the language models analysed", published=claim.published["papers"], reproduced=reached)
    e.repaired("papers that scripts searched for keywords", published=claim.published["papers"], reproduced=corpus_size)
    e.repaired(
        "the scripts come first: the section that names them is before those that name the models",
        agrees=max(scripts) < min(models),
        reproduced=f"{', '.join(scripts)} before {', '.join(models)}",
    )
    e.repaired(
        "the language models kept no more than reached them",
        agrees=steps["texts"][first] <= reached,
        reproduced=f"{steps['texts'][first]} of {reached}",
    )
    e.note = f"{reached} of {corpus_size} is {reached / corpus_size:.2%}."
    return e


def _listed(claim: Claim, name: str, *, disjoint: str, content: str) -> Evidence:
    entries, final = literature.works(name), set(literature.works("final"))
    e = Evidence()
    e.printed("the number as printed", published=claim.published, reproduced=int(literature.stated(name)))
    e.printed("different papers named", published=claim.published, reproduced=len(set(entries)))
    e.printed(
        "of these, in the list of Appendix D.4.1", published=claim.published, reproduced=len(set(entries) & final)
    )
    shared = set(entries) & set(literature.works(disjoint))
    e.printed(f"none in the other list ({disjoint})", agrees=not shared, reproduced=f"{len(shared)} shared")
    e.missing(content + _SHEET, looked=_NO_SHEET, instead="the names can be counted and compared with the other lists.")
    return e


def _places(name: str) -> list[str]:
    table = literature.counts()
    kinds = {"A": "", "D": "Appendix "}  # the abstract, the appendix, and sections, which have numbers
    return [kinds.get(place[0], "Section ") + place for place in table.loc[table["count"] == name, "section"]]
