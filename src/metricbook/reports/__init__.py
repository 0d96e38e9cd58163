"""Reports on one's own predictions: every metric with its uncertainty, and which of them answers the question.

``metricbook report predictions.csv --label y --score model_a --score model_b`` is the command, `metricbook.report` the
function. Cases that are too many for memory are counted: by `count` where they lie, or part by part with
`count_partition`, `merge` and `counts_of`; what these return can be reported on too.
"""

from metricbook.reports._report import Report, report
from metricbook.reports.bad_input import BadInput
from metricbook.reports.counting import count
from metricbook.reports.predictions import Counts, Source, Tally
from metricbook.reports.question import MEASURES
from metricbook.reports.tallies import count_partition, counts_of, merge, quantile_edges

__all__ = [
    "MEASURES",
    "BadInput",
    "Counts",
    "Report",
    "Source",
    "Tally",
    "count",
    "count_partition",
    "counts_of",
    "merge",
    "quantile_edges",
    "report",
]
