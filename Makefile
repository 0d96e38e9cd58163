# Two commands matter: `make book` and `make test`. Both need only Python >= 3.11 and make.

SHELL := /bin/sh
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.NOTPARALLEL:

# Every path a recipe names is relative and free of spaces, so that nothing outside this folder is ever touched,
# whatever the folder's own name. So nothing may run elsewhere either, as `make -f` would have it.
ifeq ($(wildcard requirements.lock),)
$(error run make in the folder of this Makefile)
endif
VENV := .venv
PY := $(VENV)/bin/python
STAGE := sh tools/stage.sh $(PY)
BUILD := _build
# As many processes side by side as there are cores and memory for, or as one says: `make book CORES=1` needs least.
PROCESSES := $(if $(CORES),--processes $(CORES))
WORKERS := -n $(or $(CORES),logical) --dist loadfile --no-loadscope-reorder
SITE := $(BUILD)/html
PDF := $(BUILD)/scoring-the-scores.pdf
BILL := $(BUILD)/bill-of-materials.json
ALONE := $(PY) tools/alone.py $(MAKE) --no-print-directory

# The stamp's name carries a checksum of what decides the environment, so a changed lock makes a new one.
PROJECTS := $(wildcard src/*/pyproject.toml)
STAMP := $(VENV)/.made-from-$(shell cat requirements.lock $(PROJECTS) | cksum | tr -s ' ' '-')
EXTRA := $(VENV)/.causal-from-$(shell cksum < requirements-causal.lock | tr -s ' ' '-')
# An environment that cannot be used any more is made anew.
ifneq ($(shell PYTHON='$(PYTHON)' sh tools/sound.sh $(VENV) && echo sound),sound)
$(shell rm -f $(VENV)/.made-from-*)
endif
# Whatever the site is made of.
FIND_SOURCES := find book src data tools _config.yml _toc.yml Makefile pyproject.toml README.md CHANGELOG.md LICENSE LICENSE-TEXT \
	-type f -not -path '*/__pycache__/*' -not -path '*/.*/*' -not -path 'data/*/cache/*' \
	-not -path 'book/back/api/*'

# Kernels: the environment's own, whatever else the user has installed, and figures drawn inline. Settings and caches
# of the user are neither read nor needed, so that a home that cannot be written to, or is not there, does not matter.
export JUPYTER_PREFER_ENV_PATH := 1
export PYDEVD_DISABLE_FILE_VALIDATION := 1
export PYTHONHASHSEED := 0
export PYTHONUTF8 := 1
# Fifty kernels import the same modules: where their bytecode may not be kept, each would compile them for five seconds.
unexport PYTHONDONTWRITEBYTECODE
export MPLCONFIGDIR := $(CURDIR)/$(BUILD)/home/matplotlib
export IPYTHONDIR := $(CURDIR)/$(BUILD)/home/ipython
export JUPYTER_CONFIG_DIR := $(CURDIR)/$(BUILD)/home/jupyter
export JUPYTER_DATA_DIR := $(CURDIR)/$(BUILD)/home/jupyter
export JUPYTER_RUNTIME_DIR := $(CURDIR)/$(BUILD)/home/jupyter/runtime
# What the book's own cells answer is nobody's progress.
export METRICBOOK_PROGRESS := off
# Where `pages.offer` writes the data behind each figure; Sphinx publishes it as /figdata/.
export METRICBOOK_FIGDATA := $(CURDIR)/$(BUILD)/extra/figdata
# While the book is built, what takes seconds and is asked for again, by a chapter or a test, is kept.
$(BUILD)/checked $(BUILD)/chapters: export METRICBOOK_STORE := 1
# Two processes compute side by side, one to a core: libraries that would each start a thread per core get in their way.
export OMP_NUM_THREADS := 1
export OPENBLAS_NUM_THREADS := 1
unexport JUPYTER_CONFIG_PATH
unexport JUPYTER_PATH
unexport MATPLOTLIBRC
unexport MPLBACKEND
unexport PYTHONPATH
unexport PYTHONWARNINGS
unexport VIRTUAL_ENV

.PHONY: FORCE help setup contents data book site test quick notebooks bench mutants measure course pdf paper archive committed bill extra scores
.PHONY: simulations machines noise lock clean

help:  ## this list
	@echo "Scoring the Scores. Targets:"
	@sed -n 's/^\([a-z]*\):.*## /  make \1|/p' $(MAKEFILE_LIST) | awk -F'|' '{printf "%-17s %s\n", $$1, $$2}'

setup: $(STAMP)  ## the environment .venv, from requirements.lock (uv if present, else venv and pip)

$(STAMP):
	@sh tools/stage.sh sh tools/setup.sh $(VENV) $@

contents: $(STAMP)  ## write the contents, _toc.yml, from the folders of the parts
	$(PY) -m tools.contents

data: $(STAMP)  ## fetch and verify the real cause-effect pairs
	$(STAGE) -m metricbook.causal.tuebingen
	@test ! -e $(BUILD)/without-pairs || rm -f $(BUILD)/inputs # the next book has them

book: site  ## execute every chapter and build the site into _build/html
	@echo
	@test ! -e $(BUILD)/without-pairs || { \
		echo "Built without the real cause-effect pairs: cells that need them show stored outputs, and say so, in"; \
		grep -rl '"needs-pairs"' book | sed 's/^/  /'; \
		echo "\`make data\` fetches the pairs, or says why it cannot; \`make book\` then runs those cells."; }
	@echo "The book is built. Open it with a browser:"
	@$(PY) -c "from pathlib import Path; print(' ', Path('$(SITE)/index.html').resolve().as_uri())"
	@echo "(Up to date with its sources; \`make clean book\` builds it afresh.)"
	@test ! -e $(BUILD)/unconfirmed.md || { echo; cat $(BUILD)/unconfirmed.md; }

# Two builds at a time would take each other's files away: the second waits, and then finds everything made.
site: $(STAMP)
	@$(ALONE) $(SITE)/.built

# The files and versions the site is made of, and the machine. When one is another, is gone, is new or was written again,
# each stage is begun, and makes what depends on it. A build that was stopped goes on after its last whole stage and chapter.
$(BUILD)/inputs: $(STAMP) FORCE
	@mkdir -p $(BUILD)
	@{ $(FIND_SOURCES) -exec cksum {} + | LC_ALL=C sort; cat $(VENV)/pyvenv.cfg; ls -d $(VENV)/lib/*/site-packages/*.dist-info; \
		$(PY) -m claimledger --machine; echo "METRICBOOK_DATA=$$METRICBOOK_DATA"; ls -- "$$METRICBOOK_DATA" 2>/dev/null; true; } > $@.new
	@if cmp -s $@.new $@ && [ -z "$$($(FIND_SOURCES) -newer $@)" ]; then rm $@.new; else \
		rm -f $(SITE)/.built && mv $@.new $@; fi

# The book can be built without the pairs, but not with a wrong METRICBOOK_DATA. No check reads them. It is built whatever
# the verdicts, too: what is not confirmed on this machine is shown as that, and the next build tries it again.
$(BUILD)/checked: $(BUILD)/inputs
	@rm -f $(BUILD)/without-pairs $@
	$(STAGE) -m metricbook.causal.tuebingen || { test -z "$$METRICBOOK_DATA" && touch $(BUILD)/without-pairs; }
	$(STAGE) -m claimledger $(PROCESSES) --changed --go-on --unconfirmed $(BUILD)/unconfirmed.md
	@test -e $(BUILD)/unconfirmed.md || touch $@

# Fonts are looked for first, because Matplotlib says on stderr if that takes long.
$(BUILD)/chapters: $(BUILD)/checked
	@mkdir -p $(BUILD)/extra/figdata
	@$(PY) -c "import matplotlib.font_manager"
	$(STAGE) tools/run_chapters.py book --cache $(BUILD)/.jupyter_cache $(PROCESSES) \
		$$(test ! -e $(BUILD)/without-pairs || echo --without needs-pairs)
	@touch $@

$(SITE)/.built: $(BUILD)/chapters
	SIGNAL=KILL $(STAGE) tools/build_site.py
	@touch $@

# What the build ran is compared with the stored outputs, character by character, in tests/site/test_outputs.py, and so is what
# another processor gives (tools/rerun.py). nbval runs one once more, in a kernel of its own; in a larger run one of each part.
EACH_PART := $(foreach part,$(wildcard book/*/),$(firstword $(wildcard $(part)*.ipynb)))
RUN_AGAIN := $(if $(METRICBOOK_TEST),$(EACH_PART),$(firstword $(EACH_PART)))

test: site  ## ruff, then types and unit, property, claim, notebook and site tests
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .
	$(PY) -m pytest $(WORKERS) --nbval --nbval-current-env src tests $(RUN_AGAIN)

quick: $(STAMP)  ## tests that what changed since they passed can touch, without the site (ALL=1: every one)
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .
	$(PY) -m pytest -p tools.quick $(if $(ALL),--every-file) $(WORKERS) src tests --ignore=tests/site

notebooks: $(STAMP)  ## execute every notebook in a clean kernel and store it normalised
	$(PY) tools/notebooks.py --execute book

bench: $(STAMP)  ## timings side by side with public peers, printed as ratios (OPTIONS=--store keeps them)
	$(PY) -m benchmarks $(OPTIONS)

mutants: $(STAMP)  ## change one thing at a time, and see whether a test notices: a sample, in less than an hour
	$(PY) -m tools.mutants $(MUTANTS)

measure: site  ## what the chapters weigh: words, heights, figures, code, links across parts, minutes
	@$(PY) -m tools.measure_book $(SITE)

key:  ## the wheel that graders have and students have not, _build/key
	$(PY) -c "from pathlib import Path; from tools.wheels import build_key; print(build_key(Path(), Path('$(BUILD)/key')))"

course: site  ## notebooks for students and a pack for instructors, _build/course
	$(STAGE) -m tools.course $(SITE) --output $(BUILD)/course

pdf: $(STAMP)  ## the whole book in one PDF, _build/scoring-the-scores.pdf (needs Chromium)
	@$(ALONE) $(PDF)

$(PDF): $(SITE)/.built tools/print_book.py tools/browser.py
	$(STAGE) -m tools.print_book $(SITE) --output $@

paper: $(STAMP)  ## the draft of a paper on the part of our own, _build/angle-between-two-metrics.pdf
	$(PY) -m tools.set_paper

archive: committed pdf bill  ## all of it in one folder for many years, with checksums, and packed; _build/archive
	$(STAGE) -m tools.archive $(SITE) $(PDF) $(BILL) --output $(BUILD)/archive

# Said before the site and the PDF take their minutes.
committed: $(STAMP)
	@$(PY) -c "from tools.archive import ROOT, committed; committed(ROOT)"

bill: $(STAMP)  ## what .venv holds, with versions and licences, as CycloneDX: _build/bill-of-materials.json
	@mkdir -p $(BUILD)
	$(PY) -m cyclonedx_py environment --output-reproducible --gather-license-texts --pyproject src/scoring_the_scores/pyproject.toml \
		--output-file $(BILL) $(PY)

extra: $(EXTRA)  ## also install what the sixteen causal discovery methods need to be run (about 120 MB)

$(EXTRA): $(STAMP)
	$(PY) -m pip install --quiet --disable-pip-version-check --no-compile --no-deps --require-hashes -r requirements-causal.lock
	@rm -f $(VENV)/.causal-from-*
	@touch $@

scores: $(EXTRA)  ## score all pairs by all causal discovery methods, what is stored excepted (METRICBOOK_DATA=folder)
	$(PY) -m scoring_the_scores.lxcim

simulations: $(STAMP)  ## draw anew what three chapters store: classifiers judged, how often intervals hold, how often metrics disagree
	$(PY) -m scoring_the_scores.synthesis.disagreement.runs
	$(PY) -m scoring_the_scores.synthesis.how_sure
	$(PY) -m scoring_the_scores.synthesis.angle

machines: site  ## build and run the book as other machines would, say what comes out differently (needs uv; two hours)
	@there=$$(mktemp -d) && trap 'rm -rf "$$there"' EXIT && failed= && for machine in lowest newest elsewhere; do \
		$(PY) tools/machine.py $$machine --folder "$$there/$$machine" --against $(SITE) || failed=1; done; \
		$(PY) tools/rerun.py all || failed=1; $(PY) tools/rerun.py --noise 1 2 3 || failed=1; test -z "$$failed"

noise: $(STAMP)  ## run ledger and chapters with rounding as of processors that this is not (SEEDS="1 2 3"; ten minutes)
	$(PY) tools/rerun.py --noise $(or $(SEEDS),1 2 3)

COMPILE := uv pip compile --universal --fork-strategy fewest --generate-hashes --python-version 3.11 --upgrade --no-header
lock:  ## write both locks anew from the bounds of the packages and of pyproject.toml (needs uv)
	$(COMPILE) --extra book --extra course --extra dask --extra report --group site --group test --group setup \
		$(PROJECTS:src/%/pyproject.toml=--no-emit-package %) --output-file requirements.lock $(PROJECTS)
	$(COMPILE) --extra causal --constraint requirements.lock --output-file requirements-causal.lock src/metricbook/pyproject.toml

clean:  ## remove what the targets above made, except .venv and the fetched data
	rm -rf $(BUILD) book/back/api .pytest_cache .ruff_cache .mypy_cache .hypothesis
	find src tests benchmarks tools -name __pycache__ -type d -prune -exec rm -rf {} + 2>/dev/null || true
