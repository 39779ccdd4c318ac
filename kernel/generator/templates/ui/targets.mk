
front-ends: dist/.built ## build the front ends, when one of their files has changed

dist/.built: node_modules/.installed package.json vite.config.ts $(shell find -L ui $(wildcard modules/*/ui node_modules/*/ui node_modules/@*/*/ui) -type f)
	@npm run --silent build
	@touch $@

node_modules/.installed: package.json
	@npm install --no-audit --no-fund --loglevel=error
	@touch $@

generate: node_modules/.installed ## write the types of the records for the front ends, from the product's document
	@npm run --silent generate
