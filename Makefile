# Everything lives in .venv: Debian's own Python is not to be installed into (PEP 668).
VENV := .venv
BIN := $(VENV)/bin
# Stamps: newer than what they were made from, there is nothing to do.
CAN_PLAY := $(VENV)/.can-play
CAN_WORK := $(VENV)/.can-work
# What makes the books is large, and nothing else needs it.
BOOKS := build/books
CAN_MAKE := $(BOOKS)/.can-make

# KiCad is a gigabyte: in CI nothing is left out, others need not fetch it.
HARDWARE := $(if $(CI),check,quick)

VERSION := $(shell sed -n 's/^version = "\(.*\)"$$/\1/p' pyproject.toml)
ON_PI := $(shell .ci/need pi && echo yes)
PLAY_EXTRAS := window,tray
ifneq ($(ON_PI),)
PLAY_EXTRAS := window,tray,pi
endif
# pip before 25.3 takes the first name for what builds the package too, later ones take the second.
# From the root: what pip builds it builds elsewhere.
LOCK := $(CURDIR)/requirements.lock
LOCKED := PIP_CONSTRAINT=$(LOCK) PIP_BUILD_CONSTRAINT=$(LOCK)
INSTALL := $(LOCKED) $(BIN)/python -m pip install --quiet --disable-pip-version-check

.NOTPARALLEL:
.PHONY: help setup play test test-install check bench rig screens books books-check lock clean need-play need-test need-deb need-rig deb install uninstall manual

help: ## say what can be made
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-11s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: need-test $(CAN_WORK) ## set up everything that working on it needs

play: need-play $(CAN_PLAY) ## set up what playing needs, and play
	@if [ -n "$$DISPLAY$$WAYLAND_DISPLAY$(ON_PI)" ] || { [ -t 0 ] && [ -t 1 ]; }; then \
		exec $(BIN)/codemaker; \
	else \
		echo 'There is neither a display nor a terminal here: codemaker demo'; \
		exec $(BIN)/codemaker demo; \
	fi

manual: $(CAN_PLAY) ## write the man page and the completions of bash, zsh and fish into build/manual
	$(INSTALL) argparse-manpage shtab
	$(BIN)/python systemd/manual.py build/manual

deb: need-deb | $(BIN)/python ## build the Debian package in dist/
	systemd/build-deb $(BIN)/python

# With sudo, what is built belongs to whoever called it.
install: ## sudo make install: play from every start on; YES=1 asks nothing
	$(if $(SUDO_USER),runuser -u $(SUDO_USER) --) $(MAKE) --no-print-directory deb
	systemd/install dist/codemaker_$(VERSION)_all.deb

uninstall: ## sudo make uninstall: the matches stay; PURGE=1 removes them too
	DEBIAN_FRONTEND=noninteractive apt-get $(if $(PURGE),purge,remove) -q -y codemaker

test: setup check ## everything CI demands
	$(MAKE) --no-print-directory -C firmware test fuzz
	$(MAKE) --no-print-directory -C hardware $(HARDWARE)
	$(BIN)/pytest -n auto -rs
	$(BIN)/pytest --doctest-modules --ignore=companion/strategy/pegs/making companion
	@[ "$$(id -u)" -eq 0 ] || sudo -n true 2>/dev/null || \
		echo 'Not tested, as it wants root: installing on Debian 12 and 13. make test-install asks sudo for it.'
	@[ $(HARDWARE) = check ] || \
		echo "Not tested, as it wants KiCad, a gigabyte: that the tray's board comes out anew the same. make -C hardware check does it."

check: $(CAN_WORK) ## style, types, the direction of imports, the catalogues
	$(BIN)/ruff check companion tests firmware hardware systemd
	$(BIN)/ruff format --check companion tests firmware hardware systemd
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m companion.locale.build --check
	$(BIN)/python firmware/generate.py --check

test-install: setup ## live through the life of a box on Debian 12 and 13; asks sudo where you are not root
	@[ "$$(id -u)" -eq 0 ] || sudo -v
	$(BIN)/pytest -n auto tests/appliance

bench: $(if $(filter boot_to_frame_s,$(ONLY)),need-rig) $(CAN_WORK) ## measure; make bench ONLY=name measures one
	PYTHONPATH=tests:tests/faults:tests/firmware:tests/flows:tests/link:tests/strategy:tests/tray:tests/appliance:tests/rig $(BIN)/python tests/bench $(ONLY)

rig: need-rig $(CAN_WORK) ## sudo make rig: play, hang and cut the power on a virtual Pi
	$(BIN)/pytest -v --durations=0 tests/rig/check_rig.py

screens: $(CAN_WORK) ## draw every screen in both languages, and the README's pictures
	PYTHONPATH=tests:tests/tray:tests/ui $(BIN)/python tests/ui/gallery.py build/screens
	PYTHONPATH=tests:tests/devices:tests/tray:tests/ui $(BIN)/python tests/ui/pictures.py docs/pictures

books: $(CAN_MAKE) ## work the strategy books out anew, ten minutes or so; make books ONLY=name works out one
	$(BOOKS)/bin/python -m companion.strategy.pegs.making --jobs $$(nproc) companion/strategy/pegs/books $(ONLY)

books-check: $(CAN_MAKE) ## play every code of every book; see that small books are the best there are
	$(BOOKS)/bin/pytest tests/strategy/check_books.py

lock: $(CAN_WORK) ## choose the versions in requirements.lock anew
	$(BIN)/python -c 'import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["build-system"]["requires"], sep="\n")' | \
	$(BIN)/uv pip compile --quiet --upgrade --universal --python-version 3.11 --all-extras --no-header --no-annotate \
		--output-file requirements.lock pyproject.toml -

clean: ## remove what was made, but for .venv
	rm -rf build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache

need-play need-test need-deb need-rig: need-%:
	@.ci/need $*

$(BIN)/python:
	.ci/need venv $(VENV)

$(CAN_PLAY): pyproject.toml requirements.lock | $(BIN)/python
	$(INSTALL) --editable '.[$(PLAY_EXTRAS)]'
	touch $@

$(CAN_MAKE): pyproject.toml requirements.lock
	.ci/need venv $(BOOKS)
	$(LOCKED) $(BOOKS)/bin/python -m pip install --quiet --disable-pip-version-check --editable '.[books,dev]'
	touch $@

$(CAN_WORK): pyproject.toml requirements.lock | $(BIN)/python
	$(INSTALL) --editable '.[pi,tray,window,plot,dev]'
	touch $@ $(CAN_PLAY)
