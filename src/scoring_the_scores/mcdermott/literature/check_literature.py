"""The counts of the literature review (Sections 1, 4 and Appendix D) against the paper's own lists.

No work was read for these checks. They compare printed numbers with printed lists and with each other, and with what
the authors' public repositories of the search have, through the tables of
`scoring_the_scores.mcdermott.literature.review`; and they say what a test of the content would need.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

from claimledger import Claim, Evidence
from scoring_the_scores.mcdermott.literature import review as literature

_WHERE = "the papers, most of which are on arXiv, and the sheet, to which Appendix D.4.1 links."
_DAVIS = "Davis & Goadrich, 2006"


def corpus(claim: Claim) -> Evidence:
    """Abstract, Sections 1 and 4, D.1: the size of the corpus in all places that print it, and by others' count."""
    places = _places("corpus-texts")
    searched = _searched()
    others, own = (int(searched[f"texts of the corpus by {who}"]) for who in ("others", "the authors"))
    e = Evidence(claim)
    e.printed("texts, wherever printed", entry="texts", reproduced=int(literature.stated("corpus-texts")))
    for who, texts in (("others", others), ("the authors", own)):
        e.printed(
            f"more texts than the printed number, counted by {who}",
            agrees=texts > claim.published["texts"],
            reproduced=texts,
        )
    characters = int(searched["characters of the corpus by others"])
    e.printed("size in GB, by the characters that others counted", entry="size_gb", reproduced=characters / 1e9)
    e.control("as many texts as GB", agrees=others == characters / 1e9, reproduced=others)
    e.note = f"Printed in {len(places)} places: {', '.join(places)}. A character is taken for a byte."
    return e


def keywords(claim: Claim) -> Evidence:
    """D.2: texts with keywords of either list and of both, against the authors' files and notebook of the search."""
    matching = _searched()
    rows, filed, windows, papers = (
        int(matching[name])
        for name in (
            "texts with a keyword of either list",
            "texts with a keyword of either list, in a file",
            "windows of text kept by the first model",
            "papers with such a window",
        )
    )
    later = _searched("search again")
    e = Evidence(
        note=f"In the notebook, {windows} is the number of rows of the table of answers other than NONE of the first "
        f"model, a row for a window of text, and {papers} that of the papers in this table. The number of texts with "
        f"keywords of both lists is not shown; that of texts with a keyword of either is {rows} there. Searched again "
        f"with other keywords: {later['texts with a keyword of either list']} with a keyword, "
        f"{later['texts with keywords of both lists']} with keywords of both."
    )
    e.printed(
        "texts with a keyword of either list, in the authors' file", published=claim.published[0], reproduced=filed
    )
    e.printed(
        "the second number counts texts with keywords of both lists",
        published=claim.published[1],
        agrees=papers != literature.stated("first-model-kept") or windows != claim.published[1],
        reproduced=f"{windows} windows of text kept by the first model, of {papers} papers",
    )
    e.repaired(
        "the second number is that of the windows in the papers that the first model kept",
        published=[claim.published[1], int(literature.stated("first-model-kept"))],
        reproduced=[windows, papers],
    )
    return e


def first_model(claim: Claim) -> Evidence:
    """D.3, first step: papers kept by the first model, and what it was asked for."""
    searched = _searched()
    asked, asked_again = (_searched(about)["what the prompts ask for"] for about in ("search", "search again"))
    shown, copied = (
        int(searched[name])
        for name in ("answers shown of the first model", "of these the form of an answer given in the prompt")
    )
    e = Evidence(claim)
    e.printed("kept, first step", reproduced=int(literature.stated("first-model-kept")))
    e.printed("offered to the second step", reproduced=int(literature.stated("second-model-offered")))
    e.printed("kept, in the authors' notebook", reproduced=int(searched["papers with such a window"]))
    e.printed(
        "the prompts stored there ask for claims that AUPRC is superior",
        agrees=asked.startswith("AUPRC superior"),
        reproduced=asked,
    )
    e.repaired("they ask for claims that AUROC is", agrees=asked.startswith("AUROC superior"), reproduced=asked)
    e.control("the prompts of the later search ask the same", agrees=asked_again == asked, reproduced=asked_again)
    e.note = (
        f"Of {shown} answers that the notebook shows, {copied} are the form of an answer that the prompt gives. The "
        f"prompt was given a window of text at a time; {searched['windows of text kept by the first model']} windows "
        "were kept."
    )
    return e


def second_model(claim: Claim) -> Evidence:
    """D.3, second step: the numbers of papers that are 73 % of 2,728, and what was not read."""
    offered = int(literature.stated("second-model-offered"))
    low, high = literature.read_by_second_model()
    retained = int(literature.stated("second-model-kept"))
    e = Evidence()
    e.printed(
        "share of the papers that the second model read",
        published=claim.published["share"],
        reproduced=Fraction(int(literature.stated("second-model-percent")), 100),
    )
    e.printed("kept", published=claim.published["kept"], reproduced=retained)
    e.printed("no more kept than read", agrees=retained <= low, reproduced=f"{retained} of {low} to {high}")
    e.missing(
        "Whether these papers were kept needs the answers of the models.",
        looked="the paper's text and the files of the authors' public repositories, of the experiments and of the "
        "search, which have the prompts and the versions of the models.",
        instead="the arithmetic can be checked.",
    )
    e.note = (
        f"If the percentage is rounded to a whole number, {low} to {high} of {offered} papers were read, and "
        f"{offered - high} to {offered - low} were not. The notebook's reason: "
        f"{_searched()['why the second model stopped']}. A later record of the same search has "
        f"{_searched('search again')['papers kept by the second model, first search']} papers kept."
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
        content="Whether a paper makes the claim, and without a citation.",
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
    e.note = (
        f"Printed: {literature.stated('final'):.0f} − {literature.stated('no-citation'):.0f}. The entry that stands "
        "twice in the list is among the papers without a citation, so it adds no paper with one."
    )
    return e


def wrong_citation(claim: Claim) -> Evidence:
    """4.1: the 39 papers that cite no work which makes the claim, counted and looked up."""
    e = _listed(
        claim,
        "no-valid-citation",
        disjoint="no-citation",
        content="Whether none of their sources makes the claim.",
    )
    arguing = [work for work in literature.works("no-valid-citation") if work in literature.works("table1")]
    e.note = (
        f"In Table 1, too, as works that argue for the claim: {len(arguing)} ({'; '.join(arguing)}). That is no "
        "contradiction: a paper can argue for what its sources do not say."
    )
    return e


def valid_citation(claim: Claim) -> Evidence:
    """4.1, third heading and footnote: how many papers can cite a work that makes the claim, or a similar one."""
    with_source, none_valid = (int(literature.stated(name)) for name in ("with-citation", "no-valid-citation"))
    left = set(literature.works("final")) - set(literature.works("no-citation"))
    listed = len(left - set(literature.works("no-valid-citation")))
    e = Evidence(
        claim,
        note=f"By the lists {listed} of {len(left)} can cite a work that makes the claim. The footnote covers papers "
        f"with both kinds of source, not the {none_valid}, which have none of the first kind. The text does not define "
        "similar.",
    )
    e.reading(
        "the work makes the claim: the number less those that cite no such work", reproduced=with_source - none_valid
    )
    e.reading(
        f"or a similar one, so widely taken that each of the {none_valid} cites such a work",
        reproduced=with_source - none_valid + none_valid,
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
    e.unexamined(
        "What each paper cites.", where=_WHERE, instead="it can be checked whether the number fits the others."
    )
    e.note = (
        f"If a paper counts once, at least {times - invalid:.0f} of the {times:.0f} papers cite it beside a source "
        f"that does make the claim, since only {invalid:.0f} have no such source."
    )
    return e


def davis_goadrich_says() -> Evidence:
    """4.1: what Davis and Goadrich (2006) argue for, and what they do not."""
    e = Evidence()
    e.unexamined(
        "What Davis & Goadrich (2006) say after their first page.",
        where="the paper, of which there are public copies; its abstract and first page were read.",
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
    by_venue = {venue: [w for w in table.loc[table["found"] == venue, "item"] if w in papers] for venue in named}
    e = Evidence(note="; ".join(f"{venue}: {', '.join(works)}" for venue, works in by_venue.items()) + ".")
    e.printed("each venue named has one of the 31 papers", cases=(bool(works) for works in by_venue.values()))
    elsewhere = table.loc[table["found"] == "Stata Journal", "item"]
    e.control("so has the Stata Journal, which is not named", cases=(work in papers for work in elsewhere))
    return e


def only_arxiv() -> Evidence:
    """Section 1: whether the papers of the list are papers on arXiv."""
    table = literature.lookups("venue")
    table = table[table["item"].isin(literature.works("final"))]
    e = Evidence(note=f"Looked up for {len(table)} of the papers: " + "; ".join(table["item"]) + ".")
    there = table.set_index("item")["on_arxiv"] == "yes"
    e.printed("the papers looked up are on arXiv", over=there.index, holds=there.get)
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
    retained, final = int(literature.stated("second-model-kept")), int(literature.stated("final"))
    beyond = literature.lookups("venue").query("on_arxiv == 'no'")["item"]
    e = Evidence(
        note=f"Manual review is named in Sections {', '.join(places['manual-review'])}, manual search in Section "
        f"{', '.join(places['manual-search'])} alone. The models left {retained} papers and the list has {final}; how "
        "many were taken out and how many brought in is not stated."
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
    e.printed(
        "papers that the language models analysed, by Appendix D",
        published=claim.published["papers"],
        reproduced=reached,
    )
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
    searched = _searched()
    most, counted = (int(searched[n]) for n in ("texts with a keyword of either list", "texts of the corpus by others"))
    e.note = (
        f"{reached} of {corpus_size} is {reached / corpus_size:.2%}. By the authors' notebook {most} texts have a "
        f"keyword, and the models read windows of some of these: at most {most / counted:.2%} of {counted}."
    )
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
    e.unexamined(content, where=_WHERE, instead="the names can be counted and compared with the other lists.")
    return e


def _searched(about: str = "search") -> dict[str, str]:
    """What the authors' public repositories of the search have, by what it is."""
    return literature.lookups(about).set_index("item")["found"].to_dict()


def _places(name: str) -> list[str]:
    table = literature.counts()
    kinds = {"A": "", "D": "Appendix "}  # the abstract, the appendix, and sections, which have numbers
    return [kinds.get(place[0], "Section ") + place for place in table.loc[table["count"] == name, "section"]]
