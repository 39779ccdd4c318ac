// The check that styles use the tokens of ui-kit (ui-kit/src/tokens.ts): sizes and weights of type, heights of lines, the space
// between things, and widths from 12rem on. Within calc(), min() and clamp() a length may be geometry, such as half of an icon.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

/** Where literals stay: `[path, properties, reason]`. */
const EXCEPTIONS = [
  [/^openapi\/docs\//, /./, 'The page at /docs is made of swagger-ui, below ui-kit.'],
  [/\/charts\/chart\.|\/map\/place-map\./, /^font-size$/, 'Drawings are measured in their own pixels.'],
];

/** What each property may not have outside of functions. */
const LENGTH = /(?<![\w.-])-?(\d*\.?\d+)(rem|px)\b/g;
const isLonger = (than) => (value) =>
  Array.from(value.matchAll(LENGTH)).some(([, number, unit]) => number * (unit === 'rem' ? 16 : 1) > than);
const RULES = [
  [/^font-size$/, isLonger(0)],
  [/^font-weight$/, (value) => /\d|bold/.test(value)],
  // One line, as high as its letters.
  [/^line-height$/, (value) => /\d/.test(value) && value !== '1'],
  [/^font$/, (value) => /\d/.test(value)],
  // A hairline is no space.
  [/^(?:(?:row-|column-)?gap|(?:scroll-)?(?:margin|padding)(?:-[a-z-]+)?)$/, isLonger(1)],
  [/^(?:min-|max-)?inline-size$/, isLonger(191)],
];

const blank = (text) => text.replaceAll(/[^\n]/g, ' ');
const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.css'], { encoding: 'utf8' });
const broken = [];
for (const file of listed.split('\n').filter((one) => one && existsSync(one))) {
  const text = readFileSync(file, 'utf8')
    .replaceAll(/\/\*[^]*?\*\//g, blank)
    .replaceAll(/@font-face\s*\{[^}]*\}/g, blank);
  for (const { 1: property, 2: value, index } of text.matchAll(/(?<=[{;]\s*)([a-z-]+):\s*([^;{}]+)/g)) {
    let plain = value;
    // Functions from the inside out.
    while (/\([^()]*\)/.test(plain)) plain = plain.replaceAll(/[\w-]*\([^()]*\)/g, '');
    const isLiteral = RULES.some(([name, refuses]) => name.test(property) && refuses(plain));
    if (!isLiteral || EXCEPTIONS.some(([path, name]) => path.test(file) && name.test(property))) continue;
    broken.push(`${file}:${text.slice(0, index).split('\n').length} has ${property}: ${value} in place of a token.`);
  }
}

for (const line of broken) process.stderr.write(`${line}\n`);
if (broken.length > 0) process.exitCode = 1;
