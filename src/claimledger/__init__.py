"""The ledger: every claim of the papers and of ours, its check, and the verdict that the check's evidence gives.

``python -m claimledger`` runs every check, prints verdicts and independent errors, and exits with status 1 if a
recorded verdict is not what its evidence gives; ``python -m claimledger CLAIM`` prints every comparison of one.
"""

from claimledger.claims import GRADES, VERDICTS, Claim, Paper, Printed, Scope, Version, load, papers, sources
from claimledger.doubt import banner
from claimledger.errata import errata_index, errata_page, erratum_page, versions
from claimledger.evidence import Comparison, Details, Evidence, agree
from claimledger.history import history_page
from claimledger.machines import confirmed_on, this_machine
from claimledger.pages import counts_table, errors_table, findings, show
from claimledger.project import Project
from claimledger.run import Result, evaluate, result, results, stored
from claimledger.table import ledger_page

__version__ = "0.1.0"

__all__ = [
    "GRADES",
    "VERDICTS",
    "Claim",
    "Comparison",
    "Details",
    "Evidence",
    "Paper",
    "Printed",
    "Project",
    "Result",
    "Scope",
    "Version",
    "agree",
    "banner",
    "confirmed_on",
    "counts_table",
    "errata_index",
    "errata_page",
    "erratum_page",
    "errors_table",
    "evaluate",
    "findings",
    "history_page",
    "ledger_page",
    "load",
    "papers",
    "result",
    "results",
    "show",
    "sources",
    "stored",
    "this_machine",
    "versions",
]
