# `make demo` and `make test` work on a fresh machine that has Python 3.10 or newer and make.

PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin

.PHONY: help setup demo test test-fast lint bench measure-ops docs clean

help:
	@echo "make demo         lint the example project (installs tflintgrad into $(VENV))"
	@echo "make test         run all tests (installs TensorFlow and the tools into $(VENV))"
	@echo "make test-fast    the tests that take no more than a few seconds each"
	@echo "make lint         ruff and mypy"
	@echo "make bench        how fast it is"
	@echo "make measure-ops  measure rules/ops.txt anew on the installed TensorFlow (long)"
	@echo "make docs         write docs/ops.md from rules/ops.txt"
	@echo "make clean        remove $(VENV) and caches"

# The stamps make a second run start at once; a change in pyproject.toml installs anew.
$(VENV)/.created:
	$(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/.package: $(VENV)/.created pyproject.toml
	$(BIN)/python -m pip install --quiet --editable .
	@touch $@

$(VENV)/.dev: $(VENV)/.created pyproject.toml
	$(BIN)/python -m pip install --quiet --editable '.[dev]'
	@touch $@ $(VENV)/.package

setup: $(VENV)/.dev

demo: $(VENV)/.package
	$(BIN)/tflintgrad check --exit-zero examples/demo_project

test: setup
	$(BIN)/python -m pytest

test-fast: setup
	$(BIN)/python -m pytest -m "not slow"

lint: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy --strict

bench: setup
	$(BIN)/python benchmarks/bench.py

measure-ops: setup
	$(BIN)/python -m tools.measure_ops
	$(BIN)/python -m tools.ops_page

docs: $(VENV)/.package
	$(BIN)/python -m tools.ops_page

clean:
	rm -rf $(VENV) .mypy_cache .pytest_cache .ruff_cache .hypothesis
