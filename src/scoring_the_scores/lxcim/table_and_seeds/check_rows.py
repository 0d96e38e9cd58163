"""What the rows of Table 1 are about, and where the methods' code came from (Section 4, footnote 5)."""

from __future__ import annotations

import numpy as np
import pandas as pd

from claimledger import Claim, Details, Evidence
from metricbook.causal import authors_scores, evaluate, tuebingen_metadata, tuebingen_scores
from scoring_the_scores.lxcim import baselines, variants
from scoring_the_scores.lxcim.published import printed_table

# The names in the paper's footnote 5, by where their code came from.
_AUTHORS_CODE = {"bQCD", "CAM", "CDCI", "FOM", "HECI", "LCUBE", "LOCI", "NNCL", "ROCHE", "SLOPE", "SLOPPY"}
_TOOLBOX_CODE = {"ANM", "CDS", "CGNN", "IGCI", "RECI"}
#: In the paper's public repository, bicausal/methods/NNCL.py calls the code that came with the article on HECI.
_OTHERS_CODE = {"NNCL"}
#: Scores of the Gaussian processes are differences of numbers near 1e-2; below this they are rounding.
_ROUNDING = 1e-13
_LIKE_THE_RULE = 0.9  # share of a method's decisions
_MOST = 0.9  # of the weight
_FEW = 0.05  # of the scores


def methods_list(claim: Claim) -> Evidence:
    """Section 4, footnote 5: the methods are counted in the footnote's two lists and in Table 1."""
    rows = set(printed_table().index)
    ours, theirs = (table.loc[table["weight"] > 0, "NNCL"].dropna() for table in (tuebingen_scores(), authors_scores()))
    e = Evidence(
        note="Where NNCL's code came from was looked up in the public repository (bicausal/methods/NNCL.py at commit "
        "3841d96). It cuts at the multiples of 1/19 of the raw values; so does ours, which gives its scores."
    )
    e.printed("methods in Table 1", published=claim.published["methods"], reproduced=len(rows))
    e.printed("methods from the toolbox", published=claim.published["toolbox"], reproduced=len(_TOOLBOX_CODE & rows))
    e.printed(
        "methods with their authors' code",
        published=claim.published["original"],
        reproduced=len(_AUTHORS_CODE - _OTHERS_CODE),
    )
    e.repaired(
        "methods with code that is not from the toolbox",
        published=claim.published["original"],
        reproduced=len(_AUTHORS_CODE & rows),
    )
    e.repaired(
        "each method is in one of the two lists", cases=((m in _AUTHORS_CODE) != (m in _TOOLBOX_CODE) for m in rows)
    )
    e.repaired(
        "NNCL: ours by the other code is the published score",
        cases=np.isclose(ours, theirs.reindex(ours.index), rtol=1e-9, atol=0).tolist(),
    )
    return e


def methods_measured() -> Evidence:
    """Caption of Table 1, footnote 5: sign, units, size and coverage of the scores behind the rows."""
    table, names, weight = authors_scores(), list(printed_table().index), tuebingen_metadata()["weight"]
    changed = variants.wide()
    used = table.loc[weight > 0, names]
    alike = {name: baselines.same_decisions(used[name], changed["larger variance, raw units"])[0] for name in names}
    coverage = evaluate(table, names)["weight"]
    units = [name for name in names if alike[name] > _LIKE_THE_RULE]
    noise = {name: used[name].dropna().abs() < _ROUNDING for name in names}
    everywhere = used.notna().all(axis=1)
    part = weight[everywhere.index][everywhere].sum() / weight.sum()
    others = [name for name in names if name not in {"ANM", "CAM", *units}]
    e = Evidence(
        note=f"All sixteen decide {everywhere.sum()} pairs, {part:.0%} of the weight; ANM decides "
        f"{coverage['ANM']:.0%} of it and LCUBE {coverage['LCUBE']:.0%}. CAM's own decisions are those of our CAM."
    )
    signs = _same_sign(used["CAM"], tuebingen_scores()["CAM"])
    e.printed("CAM: the scores have the sign of its decision", **_pairs(signs))
    e.printed(f"ANM: the scores are larger than rounding ({_ROUNDING:g})", **_pairs(~noise["ANM"]))
    e.printed(
        f"no method decides as the larger variance does on more than {_LIKE_THE_RULE:.0%} of its pairs",
        agrees=not units,
        reproduced={name: f"{alike[name]:.0%}" for name in units},
    )
    e.printed("the rows are about the same pairs", **_pairs(everywhere))
    e.repaired(
        "CAM: as the total score of the graph it chooses has, but for one pair",
        agrees=sum(_same_sign(used["CAM"], changed["CAM, signed total"])) == used["CAM"].count() - 1,
        reproduced=f"{sum(_same_sign(used['CAM'], changed['CAM, signed total']))} of {used['CAM'].count()}",
    )
    e.repaired(
        f"no rule by units, few scores of the size of rounding, {_MOST:.0%} of the weight decided: {', '.join(others)}",
        cases=[coverage[n] > _MOST and alike[n] < _LIKE_THE_RULE and noise[n].mean() < _FEW for n in others],
    )
    e.control("all scores of ANM are rounding", cases=noise["ANM"].tolist())
    return e


def _same_sign(one: pd.Series, other: pd.Series) -> pd.Series:
    both = one.notna() & other.reindex(one.index).notna()
    return np.sign(one[both]) == np.sign(other.reindex(one.index)[both])


def _pairs(outcome: pd.Series) -> Details:
    """What came out for each pair, by its number."""
    named = outcome.rename("pair {}".format)
    return {"over": named.index, "holds": lambda pair: named[pair]}
