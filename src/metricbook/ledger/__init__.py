"""The ledger: every claim of the papers, its check, and the verdict that the check's evidence gives.

``python -m metricbook.ledger`` runs every check, prints the counts, and exits with status 1 if a recorded verdict is
not what its evidence gives.
"""

from metricbook.ledger.claims import VERDICTS, Claim, Printed, load
from metricbook.ledger.evidence import Comparison, Evidence, agree
from metricbook.ledger.pages import counts_table, errata_page, findings, ledger_page, show
from metricbook.ledger.run import Result, evaluate, results

__all__ = [
    "VERDICTS",
    "Claim",
    "Comparison",
    "Evidence",
    "Printed",
    "Result",
    "agree",
    "counts_table",
    "errata_page",
    "evaluate",
    "findings",
    "ledger_page",
    "load",
    "results",
    "show",
]
