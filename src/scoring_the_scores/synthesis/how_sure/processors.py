"""What a processor can decide: whether two equal cases get equal scores, and where a solver stops.

``python -m scoring_the_scores.synthesis.how_sure.processors`` measures both on this machine and adds them to
``data/synthesis/zoo/processors.csv``, in place of what is there of machines of its kind.
"""

from __future__ import annotations

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from sklearn.svm import SVC

from claimledger import Page, kind
from metricbook import auch, audrc_sum, auroc, average_precision, h_measure, lxcim
from scoring_the_scores.files import data_folder
from scoring_the_scores.learning import scaled
from scoring_the_scores.pages import ranked, table
from scoring_the_scores.synthesis import zoo

Values = NDArray[np.float64]

#: Two irises of the half that judges, both versicolor, with sepals of one length and one width.
TWINS = (26, 72)
#: Where support vectors may stop: scikit-learn's default, and where the zoo lets them.
LOOSE, TIGHT = 1e-3, 1e-10
PLACE = ("synthesis", "zoo", "processors.csv")
_METRICS = {"AUROC": auroc, "AUCH": auch, "H": h_measure, "AP": average_precision, "LxCIM": lxcim, "AUDRC": audrc_sum}


def irises() -> tuple[NDArray[np.bool_], Values, Values]:
    """Labels of the irises that judge, their scores by the linear discriminant with the twins tied, and told apart.

    The second time one twin's score is the next float above the other's.

    Examples
    --------
    >>> _, tied, apart = irises()
    >>> float(tied[26] - tied[72]), float(apart[26] - apart[72]) > 0, int((tied != apart).sum())
    (0.0, True, 1)
    """
    y_true, tied = zoo.scores("iris", "LDA", 0)
    apart = tied.copy()
    apart[TWINS[0]] = np.nextafter(apart[TWINS[0]], np.inf)
    return y_true, tied, apart


def told_apart() -> pd.DataFrame:
    """Each metric with the twins tied and told apart: ``metric``, ``tied``, ``told apart``, ``difference``."""
    y_true, *scores = irises()
    values = [(name, *(metric(y_true, s) for s in scores)) for name, metric in _METRICS.items()]
    frame = pd.DataFrame(values, columns=["metric", "tied", "told apart"])
    return frame.assign(difference=frame["told apart"] - frame["tied"])


def measured() -> pd.DataFrame:
    """What this machine gives, in one row.

    Its columns are ``machine``, ``twins differ by``, ``AP``, ``LxCIM, loose`` and ``LxCIM, tight``. The first two
    numbers are of the irises, with scores as the linear discriminant gives them; the last two of the wines, by support
    vectors that stop at the tolerances `LOOSE` and `TIGHT`.
    """
    y_true, (one, other) = zoo.halves("iris", 0)[3], TWINS
    scores = zoo.raw_scores(zoo.CLASSIFIERS["LDA"].make(), "iris", 0)
    wines = zoo.halves("wine", 0)[3]
    svm = [zoo.raw_scores(scaled(SVC(tol=tol)), "wine", 0) for tol in (LOOSE, TIGHT)]
    row = (kind(), abs(scores[one] - scores[other]), average_precision(y_true, scores), *(lxcim(wines, s) for s in svm))
    return pd.DataFrame([row], columns=["machine", "twins differ by", "AP", "LxCIM, loose", "LxCIM, tight"])


def stored() -> pd.DataFrame:
    """What other machines gave, a row for each kind."""
    return pd.read_csv(data_folder().joinpath(*PLACE))


def compared() -> Page:
    """This machine beside the stored ones."""
    rows = pd.concat([measured().assign(machine=f"this one: {kind()}"), stored()], ignore_index=True)
    shown = rows.assign(**{"twins differ by": [f"{gap:.1e}" if gap else "0" for gap in rows["twins differ by"]]})
    page = table(shown, 5)
    # Comparisons of two builds leave out what has this class: it is another text on another machine.
    return Page(page.plain, f'<div class="machine">\n\n{page.markdown}\n\n</div>')


def main() -> None:
    """Measure this machine, and store that beside the others."""
    path = data_folder().joinpath(*PLACE)
    others = stored() if path.exists() else measured().iloc[:0]
    rows = ranked(pd.concat([others[others["machine"] != kind()], measured()]), "machine")
    rows.to_csv(path, index=False, lineterminator="\n")


if __name__ == "__main__":
    main()
