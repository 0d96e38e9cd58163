"""The ledger: every claim of the papers and of ours, its check, and the verdict that the check's evidence gives.

``python -m claimledger`` runs every check, prints verdicts and independent errors, and exits with status 1 if a
recorded verdict is not what its evidence gives; ``python -m claimledger CLAIM`` prints every comparison of one.
"""

from claimledger import tables
from claimledger.cache import cached_result
from claimledger.claims import GRADES, VERDICTS, Claim, Paper, Printed, Scope, Version, load, papers, sources
from claimledger.doubt import banner
from claimledger.errata import errata_index, errata_page, erratum_page, versions
from claimledger.evidence import SIGMAS, Comparison, Details, Evidence, agree, interval
from claimledger.history import history_page
from claimledger.listing import ledger_page
from claimledger.machine import kind, workers
from claimledger.machines import confirmed_on, this_machine
from claimledger.page import Page
from claimledger.pages import counts_table, errors_table, findings, show
from claimledger.project import Project
from claimledger.provenance import record
from claimledger.run import Result, evaluate, result, results, stored
from claimledger.sentences import uncarried, universal

__version__ = "0.1.0"

__all__ = [
    "GRADES",
    "SIGMAS",
    "VERDICTS",
    "Claim",
    "Comparison",
    "Details",
    "Evidence",
    "Page",
    "Paper",
    "Printed",
    "Project",
    "Result",
    "Scope",
    "Version",
    "agree",
    "banner",
    "cached_result",
    "confirmed_on",
    "counts_table",
    "errata_index",
    "errata_page",
    "erratum_page",
    "errors_table",
    "evaluate",
    "findings",
    "history_page",
    "interval",
    "kind",
    "ledger_page",
    "load",
    "papers",
    "record",
    "result",
    "results",
    "show",
    "sources",
    "stored",
    "tables",
    "this_machine",
    "uncarried",
    "universal",
    "versions",
    "workers",
]
