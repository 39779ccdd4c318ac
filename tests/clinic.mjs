// Makes a second product, a clinic, from the packed crates, in a folder outside of the repository, adds a module of another
// folder, checks it with the conformance kit, and works with it: what a product has that depends on the published framework.
//
//   node tests/clinic.mjs COMMAND
//
// COMMAND is the built command that starts products. Dependencies are those of this repository, by its lock file, and are built
// in its folder of targets, so that only the crates of the framework are built again; and these only when they changed.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';

/** What a crate may hold, by its path within it. */
const HELD =
  /^(?:Cargo\.(?:toml|toml\.orig|lock)|\.cargo_vcs_info\.json|README\.md|LICENSE-(?:MIT|APACHE)|policy\.csv|build\.rs|(?:src|migrations|templates|ui|dist)\/.+)$/;
const NEVER = /\.(?:test|fixture)\.\w+$|(?:^|\/)(?:node_modules|target)\/|\.(?:map|sqlite|db)$/;

/** A module of another author. */
const ROOMS = `//! Rooms.

use kernel::prelude::*;
use kernel::resource;

/// The module.
pub const MODULE: Module = Module {
    migrations: kernel::migrations!(),
    policy: include_str!("../policy.csv"),
    resources: &[resource::full::<Rooms>()],
    ..Module::new("rooms")
};

/// A room.
#[resource(table = rooms, resource = Rooms, info = INFO)]
pub struct Room {
    #[field(searched)]
    name: String,
}

const INFO: Info = Info {
    name: "rooms",
    singular: "room",
    label: "Rooms",
    description: "All rooms.",
    ..Info::DEFAULT
};
`;

/** How long a server may take to start, in milliseconds. */
const PATIENCE = 60_000;

const command = resolve(process.argv[2] ?? 'target/debug/examples/start');
const target = resolve(process.env['CARGO_TARGET_DIR'] ?? 'target');
// Always the same for this folder: cargo builds a crate anew when its folder is another.
const here = createHash('sha256').update(process.cwd()).digest('hex').slice(0, 12);
const outside = join('/tmp', `mizan-clinic-${here}`);
const crates = join(outside, 'crates');
const clinic = join(outside, 'clinic');

const read = (program, args) => execFileSync(program, args, { encoding: 'utf8', maxBuffer: 1e9 });
const run = (program, args, options = {}) =>
  execFileSync(program, args, { stdio: ['ignore', 'inherit', 'inherit'], ...options });

function check(is, what) {
  if (!is) throw new Error(what);
}

function put(path, content) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}

/** Packs all crates that can be published, and returns the packed files. */
function packed() {
  const { packages } = JSON.parse(read('cargo', ['metadata', '--offline', '--no-deps', '--format-version', '1']));
  const published = packages.filter(({ publish }) => publish === null);
  const named = published.flatMap(({ name }) => ['-p', name]);
  run('cargo', ['package', '--quiet', '--offline', '--no-verify', '--allow-dirty', ...named], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, CARGO_TARGET_DIR: target },
  });
  return published.map(({ name, version }) => join(target, 'package', `${name}-${version}.crate`));
}

/** Unpacks a crate. A file that is the same as before is left, so that cargo sees what has changed. */
function unpack(crate) {
  const fresh = mkdtempSync(join(tmpdir(), 'mizan-crate-'));
  execFileSync('tar', ['xzf', crate, '-C', fresh]);
  const [folder = ''] = readdirSync(fresh);
  const files = (root) =>
    existsSync(root)
      ? readdirSync(root, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
      : [];
  const [from, to] = [join(fresh, folder), join(crates, folder)];
  const present = files(from);
  for (const path of present) {
    check(HELD.test(path) && !NEVER.test(path), `${folder}.crate holds ${path}`);
    const bytes = readFileSync(join(from, path));
    if (existsSync(join(to, path)) && readFileSync(join(to, path)).equals(bytes)) continue;
    put(join(to, path), bytes);
  }
  for (const path of files(to)) if (!present.includes(path)) rmSync(join(to, path));
  rmSync(fresh, { recursive: true });
  return folder;
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

/** A module in a folder of its own, beside the clinic, is added to it; one for another kernel is not. */
function plugIn() {
  const [rooms, versions] = [join(outside, 'rooms'), /^(?:diesel|schemars|serde) = .*$/gm];
  const dependencies = readFileSync(join(clinic, 'Cargo.toml'), 'utf8').match(versions).join('\n');
  const manifest = (kernel) =>
    `[package]\nname = "rooms"\nversion = "0.3.0"\nedition = "2024"\n\n[workspace]\n\n[dependencies]\n` +
    `kernel = { package = "mizan-kernel", version = "${kernel}" }\n${dependencies}\n`;
  put(join(rooms, 'policy.csv'), 'p, admin, rooms, *\n');
  put(
    join(rooms, 'migrations/20990101000000_rooms.sql'),
    'CREATE TABLE rooms (\n    id TEXT NOT NULL PRIMARY KEY,\n    name TEXT NOT NULL,\n    created_at TIMESTAMP NOT NULL,\n' +
      '    updated_at TIMESTAMP NOT NULL\n);\n\n-- migrate:down\nDROP TABLE rooms;\n',
  );
  put(join(rooms, 'src/lib.rs'), ROOMS);
  const add = () =>
    spawnSync(command, ['module', 'add', '../rooms'], {
      cwd: clinic,
      encoding: 'utf8',
      env: { ...process.env, CARGO_NET_OFFLINE: 'true' },
    });
  const main = () => readFileSync(join(clinic, 'src/main.rs'), 'utf8');
  put(join(rooms, 'Cargo.toml'), manifest('0.9'));
  const refused = add();
  check(refused.status === 1 && !main().includes('rooms'), `A module for another kernel is added: ${refused.stdout}`);
  check(/mizan-kernel/.test(refused.stderr), `It is refused for another reason: ${refused.stderr}`);
  put(join(rooms, 'Cargo.toml'), manifest('0.1'));
  const added = add();
  check(added.status === 0 && main().includes(', rooms::MODULE]'), added.stderr);
}

/** Serves the clinic while `work` runs with its address. */
async function served(work) {
  const data = mkdtempSync(join(tmpdir(), 'mizan-clinic-data-'));
  const others = Object.entries(process.env).filter(([name]) => !name.startsWith('MIZAN_'));
  const server = spawn(join(target, 'debug/clinic'), ['serve', '--demo'], {
    cwd: data,
    env: { ...Object.fromEntries(others), MIZAN_LISTEN: `127.0.0.1:${await freePort()}` },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(server, 'exit');
  const late = setTimeout(() => server.kill('SIGKILL'), PATIENCE);
  try {
    let url;
    for await (const line of createInterface({ input: server.stdout })) {
      url ??= /^Clinic serves (\S+) /.exec(line)?.[1];
      // The last account is the last line.
      if (url && /^ {2}user@/.test(line)) break;
    }
    check(url, 'The clinic does not serve');
    clearTimeout(late);
    await work(url);
  } finally {
    clearTimeout(late);
    server.kill('SIGTERM');
    await ended;
    rmSync(data, { recursive: true });
  }
}

async function works(url) {
  const ask = async (method, path, body, token) => {
    const response = await fetch(url + path, {
      method,
      headers: {
        ...(token && { Authorization: `Bearer ${token}` }),
        ...(body && { 'Content-Type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    check(response.ok, `${method} ${path} answered ${response.status}: ${text.slice(0, 500)}`);
    return text;
  };
  const signIn = { email: 'admin@demo.test', password: 'mizan-demo' };
  const { accessToken } = JSON.parse(await ask('POST', '/api/auth/login', signIn));
  const patients = '/api/backoffice/patients';
  const patient = { name: 'Ada', born: '1990-12-10', insured: true, fee: 120 };
  await ask('POST', patients, patient, accessToken);
  const { items, total } = JSON.parse(await ask('GET', `${patients}?search=ada`, undefined, accessToken));
  check(total === 1 && items[0].fee === 120 && items[0].born === '1990-12-10', `The list is ${JSON.stringify(items)}`);
  await ask('POST', '/api/backoffice/rooms', { name: 'One' }, accessToken);
  const { info, components } = JSON.parse(await ask('GET', '/api/openapi.json', undefined, accessToken));
  const { currency, timeZone } = info['x-product'];
  check(currency === 'EUR' && timeZone === 'Europe/Berlin', `The document says ${currency} and ${timeZone}`);
  check(components.schemas.Patient.properties.fee['x-unit'] === 'EUR', 'The fee is no amount in EUR');
  for (const path of ['/', '/login', '/backoffice/patients', '/docs/']) {
    const page = await ask('GET', path);
    check(page.includes('<title>'), `${path} is no page: ${page.slice(0, 200)}`);
    if (path !== '/docs/') check(page.includes('#1f4e9c'), `${path} does not have the colours of the clinic`);
  }
}

const folders = packed().map(unpack);
rmSync(clinic, { recursive: true, force: true });
const flags = ['name:text!', 'born:date', 'insured:boolean!', 'fee:money'].map((field) => `--field=${field}`);
const values = ['--module=patients', '--currency=EUR', '--time-zone=Europe/Berlin', '--language=en-DE'];
run(command, ['new', 'product', 'clinic', ...values, ...flags, '--from', crates], { cwd: outside });
copyFileSync('Cargo.lock', join(clinic, 'Cargo.lock'));
plugIn();
const started = Date.now();
// Builds it, too.
run('cargo', ['test', '--offline', '--test', 'conformance'], {
  cwd: clinic,
  env: { ...process.env, CARGO_TARGET_DIR: target },
});
const seconds = Math.round((Date.now() - started) / 1000);
await served(works);
process.stdout.write(
  `${folders.length} crates are packed; a clinic made of them was built and checked in ${seconds} s, and works.\n`,
);
