# Each target sets up what it needs: Python 3.11 or newer, git and make are enough.

PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
# One more than the two cores of CI: tests that wait for processes leave a core idle.
WORKERS ?= 3
RUNS ?= 200000

# The tests start the installed commands some hundred times; without bytecode each start compiles the whole product.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: demo test exhaustive mutations fuzz lint docs bench clean

demo: $(READY)
	@$(BIN)/redfirst demo .demo

test: $(READY)
	$(BIN)/pytest -n $(WORKERS) --dist worksteal --cov --cov-report= $(ARGS)
	$(BIN)/coverage report --skip-covered --include='checkers/*' --fail-under=95
	$(BIN)/coverage report --skip-covered --include='bot/*' --fail-under=95

exhaustive: $(READY)
	$(BIN)/pytest -n $(WORKERS) --dist worksteal -m exhaustive $(ARGS)

# The tables' suites are run by the `python` that comes first on PATH.
mutations: $(READY)
	PATH="$(abspath $(BIN)):$$PATH" $(BIN)/redfirst mutate --jobs 2 $(ARGS) $(or $(TABLES),$(wildcard tests/mutations/*.yml))

fuzz: $(READY)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[fuzz]'
	$(BIN)/python -m tests.fuzz --runs $(RUNS) $(if $(CORPUS),--corpus "$(CORPUS)") $(TARGETS)

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

docs: $(READY)
	@$(BIN)/python -m documentation

bench: $(READY)
	$(BIN)/pytest -m growth
	@$(BIN)/python -m tests.benchmarks --bin $(BIN) $(if $(TREE),--tree "$(TREE)")

clean:
	rm -rf "$(VENV)" .demo .mypy_cache .ruff_cache .pytest_cache .hypothesis .coverage .coverage.*

# Remade when the dependencies change; a half-made environment leaves no mark and is made again.
$(READY): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed: make PYTHON=python3.11")'
	@$(PYTHON) -m venv "$(VENV)" || { echo "python3 -m venv is missing here; on Debian: apt-get install python3-venv" >&2; exit 1; }
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@
