# The targets for development. Each can be run again at any time.

help: ## list these targets
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 20

run: front-ends ## build what changed, and serve it with demo data on http://127.0.0.1:8080
	@cargo build
	@exec $(BINARY) serve --demo --catch-mail $(TARGET)/mail.jsonl

test: ## run all checks, on both databases and in a browser; STEPS="clippy browser" runs some
	@.ci/test $(STEPS)

build: front-ends ## build target/release/mizan: one file that holds everything
	@cargo build --release
	@ls -lh $(TARGET)/release/mizan

generate: packages ## regenerate openapi/mizan.json, its types and clients, and policies/matrix.txt
	@cargo build
	@MIZAN_POLICY= $(TARGET)/debug/mizan openapi > $(TARGET)/mizan.json && mv $(TARGET)/mizan.json openapi/mizan.json
	@MIZAN_POLICY= $(TARGET)/debug/mizan policy show > $(TARGET)/matrix.txt && mv $(TARGET)/matrix.txt policies/matrix.txt
	@npm run --silent generate -w openapi

bench: build ## run the benchmarks on a large data set, beside other products; ROWS= CLIENTS="1 16" SECONDS= DATABASES= ONLY=R1,R2.pairs PEERS=0 NODES=2 FRESH=1 RECORD=1
	@PEERS="$(PEERS)" .ci/tools bench
	@node bench/run.mjs $(TARGET)/release/mizan rows="$(ROWS)" clients="$(CLIENTS)" seconds="$(SECONDS)" \
		databases="$(DATABASES)" only="$(ONLY)" peers="$(PEERS)" nodes="$(NODES)" fresh="$(FRESH)" record="$(RECORD)"

torture: build ## show what the server withstands: killed, overloaded, without its database; ONLY=kill DATABASES= ROUNDS= MINUTES= ROWS= RECORD=1
	@.ci/tools torture
	@node bench/torture/run.mjs $(TARGET)/release/mizan only="$(ONLY)" databases="$(DATABASES)" rounds="$(ROUNDS)" \
		minutes="$(MINUTES)" rows="$(ROWS)" record="$(RECORD)"

lighthouse: build ## run Lighthouse on sign-in and the assessment screen on a phone; fails below 95/100/100
	@node bench/phone/lighthouse.mjs $(TARGET)/release/mizan

press: build ## measure milliseconds from a press on the assessment screen to its paint, on a slow phone; ROUNDS=
	@node bench/phone/press.mjs $(TARGET)/release/mizan $(ROUNDS)

list-times: build ## measure milliseconds from an input in a list of 100,000 units to its painted rows; ROUNDS= ROWS=
	@node bench/desktop/list.mjs $(TARGET)/release/mizan "$(ROUNDS)" "$(ROWS)"

live-times: build ## measure what open connections of live lists cost, and how soon they say what has changed; CONNECTIONS= ROWS=
	@node bench/live.mjs $(TARGET)/release/mizan "$(CONNECTIONS)" "$(ROWS)"

real-data: ## import real files from DATA=folder, twice, into a temporary database
	@test -d "$(DATA)" || { echo 'Say where the files are: make real-data DATA=folder'; exit 1; }
	@$(MAKE) --no-print-directory front-ends
	@cargo build
	@.ci/real-data $(BINARY) "$(DATA)"

# Parts of the targets above.

TARGET := $(or $(CARGO_TARGET_DIR),target)
BINARY := $(TARGET)/debug/mizan

packages:
	@.ci/tools run
	@.ci/once node_modules/.packages 'npm ci' package-lock.json .npmrc

front-ends: packages
	@.ci/once node_modules/.front-ends 'npm run build' package.json package-lock.json tsconfig.base.json openapi \
		ui-kit shell admin-ui estimator-ui kernel/ui modules/*/ui src/*.ts tests/browser/modules.ts \
		tests/browser/theme.tsx tests/browser/*/ui kernel/front-ends/build.mjs -- \
		openapi/dist-docs admin-ui/dist admin-ui/dist-desk estimator-ui/dist kernel/front-ends/dist/admin \
		kernel/front-ends/dist/shell kernel/front-ends/dist/docs

.PHONY: help run test build generate bench torture lighthouse press list-times live-times real-data packages front-ends
.DEFAULT_GOAL := help
