// Makes a second product, a clinic, from the packed crates and packages, in a folder outside of the repository, as
// docs/tutorial-product.md says, and works with it in a browser: what a product has that depends on the published framework.
//
//   node tests/clinic/run.mjs COMMAND
//
// COMMAND is the built command that starts products. Dependencies are those of this repository, by its lock files, and crates are
// built in its folder of targets, so that only the crates of the framework are built again; and these only when they changed.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pack } from './packed.mjs';
import { follow, run } from './page.mjs';

const PAGE = 'docs/tutorial-product.md';
/** What the last line of a product that serves demo accounts begins with. */
const LAST_ACCOUNT = /^ {2}user@/;

const command = resolve(process.argv[2] ?? 'target/debug/examples/start');
const target = resolve(process.env['CARGO_TARGET_DIR'] ?? 'target');
// Always the same for this folder: cargo builds a crate anew when its folder is another.
const here = createHash('sha256').update(process.cwd()).digest('hex').slice(0, 12);
const outside = join(tmpdir(), `mizan-clinic-${here}`);
const places = ['mizan', 'clinic', 'recalls', 'plain', 'bin'].map((name) => join(outside, name));
const [framework, clinic, recalls, plain, bin] = places;

function check(is, what) {
  if (!is) throw new Error(what);
}

/** A port that is free. */
async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

/** Gives the clinic the versions of packages that this repository has locked, which are in npm's cache. */
function lockPackages() {
  const [manifest, lock] = ['package.json', 'package-lock.json'].map((name) => join(clinic, name));
  if (!existsSync(manifest) || existsSync(lock)) return;
  const { name, dependencies, devDependencies } = JSON.parse(readFileSync(manifest, 'utf8'));
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
  const published = Object.entries(packages).filter(([at, { link }]) => at.startsWith('node_modules/') && !link);
  const locked = { '': { name, dependencies, devDependencies }, ...Object.fromEntries(published) };
  writeFileSync(lock, JSON.stringify({ name, lockfileVersion: 3, requires: true, packages: locked }, null, 2));
}

/** A module for another kernel is refused by name, and nothing is changed. */
function refusesAnotherKernel(env) {
  const later = join(outside, 'later');
  cpSync(recalls, later, { recursive: true });
  const manifest = readFileSync(join(later, 'Cargo.toml'), 'utf8').replaceAll('recalls', 'later');
  writeFileSync(join(later, 'Cargo.toml'), manifest.replace('version = "0.1"', 'version = "0.9"'));
  const files = ['src/main.rs', 'Cargo.toml', 'Cargo.lock', 'package.json', 'ui/modules.ts'];
  const all = () => files.map((name) => readFileSync(join(clinic, name), 'utf8')).join('\n');
  const before = all();
  const { status, stdout, stderr } = spawnSync('mizan', ['module', 'add', '../later'], {
    cwd: clinic,
    env,
    encoding: 'utf8',
  });
  check(status === 1 && all() === before, `A module for another kernel is added: ${stdout}`);
  check(/mizan-kernel/.test(stderr), `It is refused for another reason: ${stderr}`);
}

/** A product without front ends of its own needs no package of npm. */
async function needsNoPackages(env) {
  const values = ['--module=things', '--field=name:text!', '--currency=EUR', '--time-zone=Europe/Berlin'];
  await run('mizan', ['new', 'product', 'plain', ...values, '--from', framework], outside, env);
  copyFileSync('Cargo.lock', join(plain, 'Cargo.lock'));
  check(!existsSync(join(plain, 'package.json')), 'A product without front ends of its own has a package.json');
  await run('cargo', ['build', '--quiet'], plain, env);
}

mkdirSync(framework, { recursive: true });
for (const folder of [clinic, recalls, plain, bin, join(outside, 'later')])
  rmSync(folder, { recursive: true, force: true });
mkdirSync(bin);
symlinkSync(command, join(bin, 'mizan'));
const { crates, packages } = pack(framework, target);

const others = Object.entries(process.env).filter(([name]) => !name.startsWith('MIZAN_'));
const env = {
  ...Object.fromEntries(others),
  PATH: `${bin}:${process.env['PATH']}`,
  CARGO_TARGET_DIR: target,
  CARGO_NET_OFFLINE: 'true',
  CARGO_INCREMENTAL: '0',
  npm_config_prefer_offline: 'true',
  MIZAN_LISTEN: `127.0.0.1:${await freePort()}`,
};
const started = Date.now();
await follow(PAGE, outside, env, {
  last: LAST_ACCOUNT,
  after() {
    const lock = join(clinic, 'Cargo.lock');
    if (existsSync(clinic) && !existsSync(lock)) copyFileSync('Cargo.lock', lock);
    lockPackages();
  },
  async work(url) {
    refusesAnotherKernel(env);
    const browser = ['--no-install', 'playwright', 'test', '--config', 'tests/clinic'];
    await run('npx', browser, process.cwd(), { ...process.env, MIZAN_URL: url });
  },
});
await needsNoPackages(env);
const seconds = Math.round((Date.now() - started) / 1000);
process.stdout.write(
  `${crates} crates and ${packages} packages are packed; by ${PAGE} a clinic made of them was built and checked in ${seconds} s, and works.\n`,
);
