# Everything lives in .venv: Debian's own Python is not to be installed into (PEP 668).
VENV := .venv
BIN := $(VENV)/bin
# Stamps: newer than what they were made from, there is nothing to do.
CAN_BUILD := $(VENV)/.can-build
CAN_PLAY := $(VENV)/.can-play
CAN_WORK := $(VENV)/.can-work
# What makes the books is large, and nothing else needs it.
BOOKS := build/books
CAN_MAKE := $(BOOKS)/.can-make

# What make test runs of the tests. SLOW=1: more seeds, more options and whole spaces.
TESTS := tests --ignore=tests/appliance --ignore=tests/phones/test_web_install.py
EFFORT := $(if $(SLOW),-m "" --hypothesis-profile=slow)

comma := ,

# Each is a run of its own, so that what is found is seen early; systemd/image/not-on-arm64 says what is left out.
ON_ARM64 := $(addprefix tests/,box club config devices dice doctor i18n link games match words storage strategy support front_ends tray cli app ui flows phones/web/test_guard.py phones/web/test_mutated_requests.py phones/web/test_relay.py phones/web/test_server.py) $(wildcard tests/phones/test_*.py)

# What a game, a feature or a front end in the same process uses.
API := companion.games.contract companion.games.secret companion.match.driver companion.features companion.box \
	companion.ui.core.screen companion.ui.core.page companion.ui.core.elements companion.ui.games.shared.match

VERSION := $(shell systemd/version)
AS_ROOT := $(if $(filter-out 0,$(shell id -u)),sudo,env)
ON_PI := $(shell .ci/need pi && echo pi)

.NOTPARALLEL:
.PHONY: help setup play near quick test test-web test-without test-firmware test-hardware test-install check bench fuzz mutants manual api rig image image-test test-arm64 nightly screens language books books-check lock clean need-play need-test need-web need-club need-firmware need-install need-deb need-rig need-image need-image-test deb install uninstall

#: Use it
help: ## say what can be made
	@awk -F ':.*## ' '/^#: / { printf "\n%s\n", substr($$0, 4) } \
		/^[a-z0-9-]+:.*## / { printf "  make %-13s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

# 3: there is nothing to play on. Then the demonstration is printed as text.
# Ctrl-C beside a window is a signal to make and this shell too: the shell waits for the game and prints the last line.
play: need-play $(CAN_PLAY) ## set up what playing needs, and play
	@trap : INT; $(BIN)/codemaker || { status=$$?; [ $$status -eq 3 ] || exit $$status; $(BIN)/codemaker demo && \
		printf '\n%s\n' 'To play yourself: make play, in a terminal or on a desktop.'; } && \
	echo 'To type its commands by name: . $(BIN)/activate'

# With sudo, built files belong to the user who called sudo.
install: ## sudo make install: play from every start on; YES=1 asks nothing
	$(if $(SUDO_USER),runuser -u $(SUDO_USER) --) $(MAKE) --no-print-directory deb
	systemd/install dist/codemaker_$(VERSION)_all.deb

uninstall: ## sudo make uninstall: the matches stay; PURGE=1 removes them too
	DEBIAN_FRONTEND=noninteractive apt-get $(if $(PURGE),purge,remove) -q -y codemaker

#: Work on it
setup: need-test $(CAN_WORK) ## set up everything that working on it needs

near: $(CAN_WORK) ## the tests nearest to what is not committed and to the last commit; SINCE=REV: to what differs from REV
	$(BIN)/python -m tools.near $(SINCE)

quick: check ## style, types and all tests that are cheap: a minute
	$(BIN)/pytest -n auto -m "not slow and not thorough" $(TESTS)

# The complete run measures what each test costs and runs, which near chooses by.
test: setup check ## everything but what is slow, as far as the tools on this machine allow; SLOW=1 tries more of everything
	PYTEST_PLUGINS=tests.support.complete$(if $(PYTEST_PLUGINS),$(comma)$(PYTEST_PLUGINS)) \
		$(BIN)/pytest -n auto -rs $(EFFORT) $(TESTS)
	$(BIN)/python -m tools.complete
	$(BIN)/pytest --doctest-modules companion .ci/locked.py
	@echo 'Not run, because they fetch more or want root: make test-web, make test-firmware, make test-hardware, make test-install.'
	$(if $(SLOW),,@echo 'Not run, because they are slow: the tests marked so; make test SLOW=1 runs them too.')

check: $(CAN_WORK) ## style, types, the direction of imports, the catalogues, links and commands in the pages
	$(BIN)/ruff check companion tests tools firmware hardware systemd .ci/locked.py
	$(BIN)/ruff format --check companion tests tools firmware hardware systemd .ci/locked.py
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m tools.catalogues --check
	$(BIN)/python firmware/generate.py --check
	$(BIN)/pytest -q tests/architecture/test_pages.py

#: More tests, which fetch more or want root
test-without: $(CAN_WORK) ## show that the program does without each feature: in a copy, types, imports and some of the tests
	$(BIN)/python -m tools.without_features

test-web: need-web $(CAN_WORK) ## the pages for phones, in a browser; fetches Chromium, 400 MB on disk
	$(BIN)/pytest -n auto -rs tests/phones/web

test-firmware: need-firmware $(CAN_WORK) ## the tray's firmware, on the simulated chip too; fetches compilers, 0.9 GB on disk
	$(MAKE) --no-print-directory -C firmware test fuzz
	$(BIN)/pytest -n auto -rs tests/firmware tests/link tests/tray tests/app/test_host.py

test-hardware: $(CAN_WORK) ## circuits, cases and the tray's board; fetches KiCad, 2 GB on disk
	$(MAKE) --no-print-directory -C hardware check
	$(BIN)/pytest -n auto -rs tests/hardware

test-install: need-install $(CAN_WORK) ## the Debian package, installed on booted Debians 12 and 13; asks for sudo where you are not root
	@[ "$$(id -u)" -eq 0 ] || sudo -v
	CODEMAKER_SUDO=1 $(BIN)/pytest -n auto -rs tests/appliance tests/phones/test_web_install.py

image-test: need-image-test $(CAN_WORK) ## start the card image on an emulated Pi: first frames, a match, power cuts, damaged cards
	$(BIN)/pytest -v --durations=0 tools/card/check_image.py

test-arm64: need-image $(CAN_WORK) ## the tests on arm64 with the image's Python, emulated, an hour; ONLY=tests/games runs some; asks for sudo
	$(AS_ROOT) systemd/image/try-arm64 $(BIN)/python $(or $(ONLY),$(ON_ARM64))

nightly: ## what takes longer than CI may: all tests on the emulated Pi and on arm64, the slow tests; hours; asks for sudo
	$(MAKE) --no-print-directory image image-test test-arm64
	$(MAKE) --no-print-directory test SLOW=1
	$(BIN)/pytest -s -m slow tests/match/test_harness.py tests/flows/test_walks.py

#: Measure, and search for faults
bench: $(if $(filter boot_to_frame_s,$(ONLY)),need-rig) $(CAN_WORK) ## measure; ONLY=name measures one, QUICK=1 what takes seconds, GO_ON=1 goes on with a run
	$(BIN)/python -m tools.bench $(ONLY) $(if $(QUICK),--quick) $(if $(GO_ON),--go-on) \
		--of "$$(git diff --quiet HEAD 2>/dev/null && git rev-parse HEAD)"

fuzz: $(CAN_WORK) ## search for input that ends in a traceback; make fuzz SECONDS=600 ONLY=record searches longer in one
	$(BIN)/python -m tools.fuzz.fuzz_search $(or $(SECONDS),60) $(ONLY)

mutants: $(CAN_WORK) ## put random faults into the package and list those that no test notices; make mutants N=200 SEED=1
	nice $(BIN)/python -m tools.mutants $(or $(N),20) --seed $(or $(SEED),1)

rig: need-rig $(CAN_WORK) ## sudo make rig: play, hang and cut the power on a virtual Pi
	$(BIN)/pytest -v --durations=0 tools/rig/check_rig.py

#: Make what the project is made of
screens: $(CAN_WORK) ## draw every screen in every language, and the README's pictures; MESSAGE="Settings" draws those that show it
	$(BIN)/python -m tests.ui.gallery build/screens $(if $(MESSAGE),"$(MESSAGE)")
	$(if $(MESSAGE),,$(BIN)/python -m tools.pictures docs/pictures)

language: $(CAN_WORK) ## begin or go on with a translation: make language CODE=pt; REMOVE=1 takes the language out again
	$(BIN)/python -m tools.language $(if $(REMOVE),--remove) $(CODE)

manual: $(CAN_WORK) ## write the man page and the completions of bash, zsh and fish into build/manual
	$(BIN)/python systemd/manual.py build/manual

api: $(CAN_WORK) ## pages of what games, features and front ends use of the program, from its docstrings, in build/api
	$(BIN)/python -W ignore -m pdoc --output-directory build/api $(API)

deb: need-deb $(CAN_BUILD) ## build the Debian package in dist/
	systemd/build-deb $(BIN)/python

image: need-image $(CAN_BUILD) ## the image of a card, in build/image; URL=https://... is the folder it will be fetched from; asks for sudo
	systemd/build-deb $(BIN)/python
	$(AS_ROOT) CODEMAKER_IMAGE_URL=$(URL) systemd/image/make-image $(BIN)/python dist/codemaker_$(VERSION)_all.deb

books: $(CAN_MAKE) ## compute the strategy books again, about ten minutes; make books ONLY=name computes one
	$(BOOKS)/bin/python -m tools.books --jobs $$(nproc) companion/strategy/pegs/books $(ONLY)

books-check: $(CAN_MAKE) ## play every code of every book; see that small books are the best there are
	$(BOOKS)/bin/pytest tools/books/check_books.py

# Not by what is locked now: it may lack what pyproject.toml names by now.
lock: | $(BIN)/uv ## choose the newest versions that pyproject.toml allows, and lock them with their hashes
	$(BIN)/python -c 'import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["build-system"]["requires"], sep="\n")' | \
	$(BIN)/uv pip compile --quiet --upgrade --universal --python-version 3.11 --all-extras --no-header --generate-hashes \
		--annotation-style line --output-file requirements.lock pyproject.toml -

clean: ## remove what was made, but for .venv
	rm -rf build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache

need-play need-test need-web need-club need-firmware need-install need-deb need-rig need-image need-image-test: need-%:
	@.ci/need $*

$(BIN)/uv:
	.ci/need tool $(VENV) uv

# Each adds to .venv what it needs.
# CHANGELOG.md has the version.
$(CAN_BUILD): pyproject.toml requirements.lock CHANGELOG.md
	@.ci/need venv $(VENV)
	@touch $@

$(CAN_PLAY): pyproject.toml requirements.lock CHANGELOG.md
	@.ci/need venv $(VENV) window tray $(ON_PI)
	@touch $@ $(CAN_BUILD)

$(CAN_WORK): pyproject.toml requirements.lock CHANGELOG.md
	@.ci/need venv $(VENV) pi tray window web club plot dev
	@touch $@ $(CAN_PLAY) $(CAN_BUILD)

$(CAN_MAKE): pyproject.toml requirements.lock
	@.ci/need venv $(BOOKS) books dev
	@touch $@
