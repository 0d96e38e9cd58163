"""An audit of three statements of Mendel's paper on peas, as an example of the ledger without a classifier in it."""

from pathlib import Path

from claimledger import Project

PROJECT = Project("peas", Path(__file__).parent)
