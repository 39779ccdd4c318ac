// Checks that the framework knows nothing of the desk, which is one product on it: neither its place, nor its currency, nor
// what it trades in.
//
//   node tests/framework.mjs
//
// A word counts as a whole, in any case, so that "current" and "apparent" do not; the currency also at the end of a name, as
// in `priceInAED`. Tests may say what they like, and generated files follow from the product.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

const FRAMEWORK = ['kernel', 'modules/users', 'openapi', 'ui-kit', 'admin-ui', 'shell'];

const WORDS = /dubai|bedroom|(?<![a-z])(?:aed|rents?)(?![a-z])/i;
const CURRENCY = /AED(?![A-Za-z])/;

/** Files of tests, what the product's document is made into, and the list of all currencies. */
const LEFT_OUT =
  /^kernel\/generator\/src\/currencies\.txt$|\.(?:test|fixture)\.\w+$|(?:^|\/)(?:tests|testing)\/|(?:^|\/)tests?\.rs$|vitest\.setup\.ts$|^openapi\/(?:mizan\.json|src\/(?:schema\.d|resources|document)\.ts)$/;

/** A Rust file without the tests at its end. */
const withoutTests = (file, text) => (file.endsWith('.rs') ? text.replace(/^#\[cfg\(test\)\]\nmod [^]*$/m, '') : text);

const present = FRAMEWORK.filter((part) => existsSync(part));
const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', ...present], { encoding: 'utf8' });
const texts = /\.(?:rs|sql|toml|csv|conf|md|ts|tsx|mjs|js|json|css|html|svg|yaml|yml|txt|webmanifest)$/;
const files = listed.split('\n').filter((file) => texts.test(file) && !LEFT_OUT.test(file) && existsSync(file));

const found = files.flatMap((file) =>
  withoutTests(file, readFileSync(file, 'utf8'))
    .split('\n')
    .flatMap((line, index) => {
      const [word] = WORDS.exec(line) ?? CURRENCY.exec(line) ?? [];
      return word ? [`${file}:${index + 1} says "${word}", a word of one product: ${line.trim().slice(0, 120)}`] : [];
    }),
);

if (found.length > 0) {
  process.stderr.write(`${found.join('\n')}\n`);
  process.exit(1);
}
process.stdout.write(`${files.length} files of the framework know nothing of the desk.\n`);
