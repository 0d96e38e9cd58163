"""The ledger: every claim of the papers and of ours, its check, and the verdict that the check's evidence gives.

``python -m metricbook.ledger`` runs every check, prints verdicts and independent errors, and exits with status 1 if a
recorded verdict is not what its evidence gives; ``python -m metricbook.ledger CLAIM`` prints every comparison of one.
"""

from metricbook.ledger.claims import GRADES, VERDICTS, Claim, Paper, Printed, Scope, Version, load, papers, sources
from metricbook.ledger.doubt import banner
from metricbook.ledger.errata import errata_page, erratum_page, versions
from metricbook.ledger.evidence import Comparison, Details, Evidence, agree
from metricbook.ledger.machines import confirmed_on, this_machine
from metricbook.ledger.pages import counts_table, errors_table, findings, show
from metricbook.ledger.run import Result, evaluate, results, stored
from metricbook.ledger.table import ledger_page

__all__ = [
    "GRADES",
    "VERDICTS",
    "Claim",
    "Comparison",
    "Details",
    "Evidence",
    "Paper",
    "Printed",
    "Result",
    "Scope",
    "Version",
    "agree",
    "banner",
    "confirmed_on",
    "counts_table",
    "errata_page",
    "erratum_page",
    "errors_table",
    "evaluate",
    "findings",
    "ledger_page",
    "load",
    "papers",
    "results",
    "show",
    "sources",
    "stored",
    "this_machine",
    "versions",
]
