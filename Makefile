# Everything runs in .venv; `make play` and `make test` set it up themselves.
PYTHON ?= python3
BIN := .venv/bin
DENO := DENO_DIR=.venv/deno DENO_NO_UPDATE_CHECK=1 $(BIN)/deno
export PIP_DISABLE_PIP_VERSION_CHECK := 1
# Hundreds of processes import the same modules: let the first keep what it made of them.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: play test suite chromium nginx pyodide site check docs bench pictures lock pythons clean

PYTHONS ?= tests/core tests/games tests/contract/test_play.py tests/research

play: .venv/play
	@$(BIN)/tablier

test: .venv/dev chromium nginx pyodide
	@$(MAKE) --no-print-directory --jobs 2 check suite

suite: .venv/dev
	$(BIN)/pytest --numprocesses 3 --dist worksteal --all-rules $(SUITE)

# The browser tests drive Debian's Chromium, best the one without windows, which is quicker by
# half; without any they are skipped, and say so.
chromium:
	@command -v chromium-headless-shell >/dev/null \
		|| { test "$$(id -u)" = 0 && apt-get update -qq \
			&& apt-get install -y -qq chromium-headless-shell; } \
		|| command -v chromium >/dev/null \
		|| echo "There is no Chromium here: the browser tests will be skipped." >&2

# One test puts nginx in front of a house, as deploy/nginx.conf has it.
nginx:
	@command -v nginx >/dev/null || test -x /usr/sbin/nginx \
		|| { test "$$(id -u)" = 0 && apt-get update -qq && apt-get install -y -qq nginx-light; } \
		|| echo "There is no nginx here: its tests will be skipped." >&2

# Python for the browser, by the hash in the lock; Deno reads what npm has.
PYODIDE := $(shell sed -n 's/.*npm:pyodide@\([^"]*\)".*/\1/p' packaging/pyodide/deno.json)

pyodide: .venv/pyodide/$(PYODIDE)

.venv/pyodide/$(PYODIDE): | .venv/dev
	@cd packaging/pyodide && DENO_DIR=../../.venv/deno DENO_NO_UPDATE_CHECK=1 \
		../../$(BIN)/deno install --quiet --frozen
	@rm -rf .venv/pyodide && mkdir .venv/pyodide
	@cp .venv/deno/npm/*/pyodide/$(PYODIDE)/pyodide* .venv/deno/npm/*/pyodide/$(PYODIDE)/python* \
		.venv/pyodide
	@touch $@

# The game without a server, to be put on any home page.
site: pyodide
	@$(BIN)/tablier export-site dist/site --pyodide .venv/pyodide

check: .venv/dev
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo
	$(BIN)/oxlint --quiet
	$(DENO) fmt --quiet --check
	$(DENO) check --quiet src

docs: .venv/dev
	$(BIN)/sphinx-build --fail-on-warning --keep-going --quiet --fresh-env --conf-dir docs \
		--doctree-dir dist/doctrees . dist/handbook
	@echo "The handbook is in dist/handbook/docs/index.html."

bench: .venv/dev
	$(BIN)/python -m bench

pictures: .venv/dev
	$(BIN)/python docs/layers.py
	$(BIN)/python docs/icons.py
	$(BIN)/python docs/solved.py
	$(BIN)/python docs/learning.py
	PYTHONPATH=tests/server:tests/web $(BIN)/python tests/web/pictures.py

LOCK := $(BIN)/uv pip compile --quiet --universal --generate-hashes --no-header \
	--no-emit-index-url --no-emit-find-links --extra play pyproject.toml

lock: .venv/dev
	$(LOCK) --group build --output-file requirements.lock
	$(LOCK) --group build --extra postgres --constraints requirements.lock \
		--output-file requirements-postgres.lock
	$(LOCK) --group dev --constraints requirements-postgres.lock \
		--output-file requirements-dev.lock

# The rules, the games and what researchers use, with every Python that is here.
pythons: .venv/dev
	@for version in 3.11 3.12 3.13 3.14; do \
		$(BIN)/uv python find --quiet --no-python-downloads $$version >/dev/null 2>&1 \
			|| { echo "There is no Python $$version here: it is not tested." >&2; continue; }; \
		own=.venv/python-$$version; echo "== Python $$version"; \
		$(BIN)/uv venv --quiet --clear --no-python-downloads --python $$version $$own \
			&& $(BIN)/uv pip install --quiet --python $$own/bin/python --require-hashes \
				--requirement requirements-dev.lock \
			&& $(BIN)/uv pip install --quiet --python $$own/bin/python --no-deps \
				--no-build-isolation --editable . \
			&& $$own/bin/python -m pytest -q $(PYTHONS) || exit 1; \
	done

clean:
	rm -rf .venv .hypothesis .mypy_cache .pytest_cache .ruff_cache .import_linter_cache dist

# A folder left behind by an interrupted set-up has no stamp, and is made anew.
.venv/play: requirements.lock pyproject.toml
.venv/dev: requirements-dev.lock pyproject.toml
.venv/play .venv/dev:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Tablier needs Python 3.11 or newer")'
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null \
		|| { test "$$(id -u)" = 0 && apt-get update -qq && apt-get install -y -qq python3-venv; } \
		|| { echo "Tablier needs Python's venv module (Debian: apt install python3-venv)" >&2; exit 1; }
	@echo "Setting up Tablier in .venv; the first time this takes a minute."
	@test -x $(BIN)/pip || { rm -rf .venv && $(PYTHON) -m venv .venv; }
	@$(BIN)/pip install --quiet --require-hashes --requirement $<
	@$(BIN)/pip install --quiet --no-deps --no-build-isolation --editable .
	@touch $@
