# Tesserae. `make play` and `make test` set up everything they need; `make help` lists the rest.
PYTHON ?= python3
BIN := .venv/bin
.DEFAULT_GOAL := help
SHELL := /bin/bash

# $(call step,what is being done,command): says what it does, does it, and says how long it took.
define step
	@echo "==> $(1)"; began=$$(date +%s); $(2) && echo "    done in $$(($$(date +%s) - began)) s"
endef

.PHONY: help setup setup-dev play test lint coverage bench lock golden

help: ## list the targets
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /\t/' | expand -t 12

setup: .venv/run.stamp ## make .venv with the locked dependencies and the package

setup-dev: .venv/dev.stamp ## the same with everything that tests and benchmarks need

.venv/bin/python:
	$(call step,making .venv with $$($(PYTHON) --version),$(PYTHON) -m venv .venv)

.venv/run.stamp: requirements/run.txt pyproject.toml | .venv/bin/python
	$(call step,installing what playing needs ($$(grep -c == $<) packages; about half a minute),$(BIN)/pip install -qq --disable-pip-version-check --require-hashes -r $<)
	$(call step,installing tesserae,$(BIN)/pip install -qq --disable-pip-version-check --no-deps --no-build-isolation -e .)
	@touch $@

.venv/dev.stamp: requirements/dev.txt .venv/run.stamp
	$(call step,installing what tests need ($$(grep -c == $<) packages; about a minute),$(BIN)/pip install -qq --disable-pip-version-check --require-hashes -r $<)
	@touch $@

play: setup ## play in the terminal; the rules of a game are compiled the first time it is chosen
	@$(BIN)/tesserae play

test: setup-dev lint coverage ## lint, types, layers, coverage of the rules, and all tests
	@echo "==> all tests with the compiled rules"; $(BIN)/python -m pytest -q

lint: setup-dev ## ruff, mypy and the layers
	$(call step,ruff,$(BIN)/ruff check . && $(BIN)/ruff format --check .)
	$(call step,mypy,$(BIN)/mypy)
	$(call step,layers,$(BIN)/lint-imports --no-cache)

coverage: setup-dev ## every line and branch of the rules, measured with the compiler off
	$(call step,coverage of the rules without the compiler,NUMBA_DISABLE_JIT=1 $(BIN)/coverage run -m pytest -q -m "not slow" tests/games && $(BIN)/coverage report)

bench: setup-dev ## measure the engine and the search beside their peers
	@$(BIN)/python bench/engine.py
	@$(BIN)/python bench/search.py

golden: setup-dev ## write the golden games anew, after a change that is meant
	@$(BIN)/python -m tests.golden.make

lock: ## resolve the dependencies anew (needs pip-tools)
	pip-compile -q --generate-hashes --no-emit-options --strip-extras --no-header --no-annotate --extra build -o requirements/run.txt pyproject.toml
	pip-compile -q --generate-hashes --no-emit-options --strip-extras --no-header --no-annotate --extra build --extra dev -c requirements/run.txt -o requirements/dev.txt pyproject.toml
