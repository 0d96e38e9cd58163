# Two commands matter: `make book` and `make test`. Both need only Python >= 3.11 and make.

SHELL := /bin/sh
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.NOTPARALLEL:

VENV := .venv
PY := $(VENV)/bin/python
BUILD := $(CURDIR)/_build
SITE := $(BUILD)/html

# The stamp's name carries a checksum of what decides the environment, so a changed lock makes a new one.
STAMP := $(VENV)/.made-from-$(shell cat requirements.lock pyproject.toml | cksum | tr -s ' ' '-')
EXTRA := $(VENV)/.causal-from-$(shell cksum < requirements-causal.lock | tr -s ' ' '-')
# Whatever the site is made of: `make book` does nothing when none of these is newer than the site.
SOURCES := $(shell find book src data _config.yml _toc.yml tools/run_chapters.py tools/public_home.py \
	tools/figure_data.py -type f \
	-not -path '*/__pycache__/*' -not -path '*/.*/*' -not -path 'data/*/cache/*' 2>/dev/null)

# Kernels: the environment's own, whatever else the user has installed, and figures drawn inline.
export JUPYTER_PREFER_ENV_PATH := 1
export PYDEVD_DISABLE_FILE_VALIDATION := 1
export PYTHONHASHSEED := 0
# Where `pages.offer` writes the data behind each figure; Sphinx publishes it as /figdata/.
export METRICBOOK_FIGDATA := $(BUILD)/extra/figdata
unexport MPLBACKEND
unexport PYTHONPATH
unexport PYTHONWARNINGS
unexport VIRTUAL_ENV

.PHONY: help setup data book test quick notebooks bench extra scores lock clean

help:  ## this list
	@echo "Scoring the Scores. Targets:"
	@sed -n 's/^\([a-z]*\):.*## /  make \1|/p' $(MAKEFILE_LIST) | awk -F'|' '{printf "%-17s %s\n", $$1, $$2}'

setup: $(STAMP)  ## the environment .venv, from requirements.lock (uv if present, else venv and pip)

$(STAMP):
	@sh tools/setup.sh $(VENV)
	@rm -f $(VENV)/.made-from-*
	@touch $@

data: $(STAMP)  ## fetch and verify the real cause-effect pairs
	$(PY) -m metricbook.causal.tuebingen

book: $(SITE)/.built  ## execute every chapter and build the site into _build/html
	@echo
	@echo "The book is built. Open it with a browser:"
	@echo "  file://$(SITE)/index.html"
	@echo "(Up to date with its sources; \`make clean book\` builds it afresh.)"

# Nothing is reused: all checks are run, every chapter runs in a clean kernel, and a warning is an error.
$(SITE)/.built: $(STAMP) $(SOURCES)
	$(PY) -m metricbook.causal.tuebingen
	rm -rf $(SITE) $(BUILD)/.doctrees $(BUILD)/.jupyter_cache $(BUILD)/jupyter_execute $(BUILD)/extra
	mkdir -p $(METRICBOOK_FIGDATA)
	$(PY) -m metricbook.ledger
	$(PY) tools/run_chapters.py book --cache $(BUILD)/.jupyter_cache
	$(VENV)/bin/jupyter-book build . -W -n --keep-going
	@touch $@

test: $(STAMP) $(SITE)/.built  ## ruff, then unit, property, claim, notebook and site tests
	$(VENV)/bin/ruff check .
	$(PY) -m pytest --nbval --nbval-current-env src tests book

quick: $(STAMP)  ## the tests that need neither the site nor the notebooks' outputs
	$(VENV)/bin/ruff check .
	$(PY) -m pytest src tests --ignore=tests/site

notebooks: $(STAMP)  ## execute every notebook in a clean kernel and store it normalised
	$(PY) tools/notebooks.py --execute book

bench: $(STAMP)  ## timings side by side with public peers, printed as ratios
	$(PY) -m benchmarks

extra: $(EXTRA)  ## also install what the sixteen causal discovery methods need to be run (about 120 MB)

$(EXTRA): $(STAMP)
	$(PY) -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes -r requirements-causal.lock
	@rm -f $(VENV)/.causal-from-*
	@touch $@

scores: $(EXTRA)  ## score all pairs by all causal discovery methods, what is stored excepted (METRICBOOK_DATA=folder)
	$(PY) -m metricbook.causal

lock:  ## write both locks anew from pyproject.toml (needs uv)
	uv pip compile --universal --fork-strategy fewest --generate-hashes --python-version 3.11 --upgrade \
		--extra book --extra test --extra setup --no-header --output-file requirements.lock pyproject.toml
	uv pip compile --universal --fork-strategy fewest --generate-hashes --python-version 3.11 --upgrade \
		--extra causal --constraint requirements.lock --no-header --output-file requirements-causal.lock pyproject.toml

clean:  ## remove what the targets above made, except .venv and the fetched data
	rm -rf $(BUILD) .pytest_cache .ruff_cache .hypothesis
	find src tests benchmarks tools -name __pycache__ -type d -prune -exec rm -rf {} + 2>/dev/null || true
