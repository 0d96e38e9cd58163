"""Python imports this first where its folder is on PYTHONPATH: `tools/rerun.py` puts it there, for a run with noise."""

from tools.noise.rewriting import install

install()
