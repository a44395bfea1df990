# The two commands of the game: `make play` and `make test`. The rest serves those who change it.
SHELL := /bin/bash
# The first Python that really runs and is new enough: a name on the path may be a shim without one behind it.
PYTHON ?= $(shell for each in python3 python3.13 python3.12 python3.11; do \
	$$each -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$each && break; done)
HOST ?= 0.0.0.0
PORT ?= 8000
VENV := .venv
BIN := $(VENV)/bin

.PHONY: play test bench soak looks lighthouse lock

play: $(VENV)/run.stamp
	@$(BIN)/python -m app serve --host $(HOST) --port $(PORT)

test: $(VENV)/dev.stamp tools
	@tests/run

bench: $(VENV)/dev.stamp
	@tests/bench/run

soak: $(VENV)/dev.stamp tools
	@TEST_BROWSER=/usr/bin/chromium $(BIN)/python -m pytest -m soak

lighthouse: $(VENV)/dev.stamp tools
	@$(BIN)/python -m tests.bench.lighthouse

looks: $(VENV)/dev.stamp
	@$(BIN)/python -m app.cli.looks

# Debian's browser and node are all that the tests need from outside pip.
.PHONY: tools
tools:
	@tests/tools

$(VENV)/bin/python:
	@test -n "$(PYTHON)" || { echo "Python 3.11 or newer is needed: install python3 and python3-venv."; exit 1; }
	@$(PYTHON) -m venv $(VENV)

$(VENV)/run.stamp: requirements/run.lock | $(VENV)/bin/python
	@echo "Setting up: this takes about a minute, once."
	@$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r requirements/run.lock
	@PYTHONWARNINGS=ignore $(BIN)/pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable . > $(VENV)/install.log 2>&1 || { cat $(VENV)/install.log; exit 1; }
	@touch $@

$(VENV)/dev.stamp: requirements/dev.lock | $(VENV)/bin/python
	@$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r requirements/dev.lock
	@PYTHONWARNINGS=ignore $(BIN)/pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable . > $(VENV)/install.log 2>&1 || { cat $(VENV)/install.log; exit 1; }
	@touch $@ $(VENV)/run.stamp

# Needs uv; writes exact versions and hashes for every platform and Python from 3.11 on.
lock:
	uv pip compile --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header -q pyproject.toml -o requirements/run.lock
	uv pip compile --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header -q --extra dev pyproject.toml -o requirements/dev.lock
