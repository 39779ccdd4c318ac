// make bench: benchmarks the release binary on a large fixture, on both databases.
//
//   node bench/run.mjs BINARY [rows=100000] [clients="1 16"] [seconds=5] [databases="sqlite postgres"] [only=R1,R2.pairs]
//                      [peers=0] [nodes=2] [fresh=1] [record=1]
//
// Needs wrk, sqlite3, and PostgreSQL's programs for `postgres`. Its files are in target/bench/: the seeded databases, which
// are reused while their recipe stays the same (fresh=1 creates them again), and the copies that are measured, which are
// deleted.
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { ESTIMATES_PER_UNIT, fixtureOf } from './fixture.mjs';
import { TIMES, measure } from './measure.mjs';
import * as postgres from './postgres.mjs';
import { commit, machine, today } from './machine.mjs';
import { endAll } from './processes.mjs';
import { BACKUP, backingUp } from './backups.mjs';
import { DURING_WRITES, duringWrites } from './reads-during-writes.mjs';
import { COLD_START, startingCold } from './cold-starts.mjs';
import { IMPORT, importing } from './imports.mjs';
import { scaling } from './nodes.mjs';
import { offeredBy } from './offered.mjs';
import { KINDS } from './rows.mjs';
import { PocketBase, version as pocketbaseVersion } from './pocketbase.mjs';
import { PostgRest, version as postgrestVersion } from './postgrest.mjs';
import { Seed } from './seed.mjs';
import { Refusal, settings as read } from './settings.mjs';
import * as table from './table.mjs';
import * as wrk from './wrk.mjs';

/** The peer on each database. */
const PEERS = { sqlite: PocketBase, postgres: PostgRest };

/** Kinds that are measured by themselves, on the seeded database. */
const OF_SEED = [BACKUP, DURING_WRITES, COLD_START];

const print = (text) => process.stdout.write(`${text}\n`);

async function duration(what, work) {
  const started = performance.now();
  await work();
  print(`  ${what} in ${Math.round((performance.now() - started) / 1000)} s`);
}

/** The seed of a run: without estimates when no question is about them, unless one with estimates is there. */
async function seedOf({ binary, settings, folder, operations }) {
  const whole = await Seed.of(binary, settings.rows, operations.has('assessment_submit'), folder);
  const isWhole = whole.has('sqlite') || settings.only.some((kind) => kind.isOfEstimates);
  return isWhole ? whole : Seed.of(binary, settings.rows, false, folder);
}

async function seeded({ binary, settings, folder, operations, fixture }) {
  const seed = await seedOf({ binary, settings, folder, operations });
  if (settings.fresh) rmSync(seed.folder, { recursive: true, force: true });
  const unseeded = ['sqlite', ...settings.databases.filter((kind) => kind !== 'sqlite')].filter(
    (kind) => !seed.has(kind),
  );
  if (unseeded.length === 0) {
    print(`The desk of ${settings.rows} units is used again: ${seed.folder} (FRESH=1 makes it anew)`);
    return seed;
  }
  // Seeds of an earlier recipe are useless.
  const old = readdirSync(folder).filter(
    (name) => name.startsWith(`${settings.rows}-`) && join(folder, name) !== seed.folder,
  );
  for (const name of old) rmSync(join(folder, name), { recursive: true });
  const estimates = seed.hasEstimates ? ` and ${ESTIMATES_PER_UNIT} estimates of each unit` : '';
  print(`Seeding ${fixture.units.length} units, ${fixture.projects.length} projects${estimates}`);
  for (const kind of unseeded)
    await duration(`seeded for ${kind}`, () => seed[kind](fixture, (what) => print(`  ${what}`)));
  return seed;
}

/** The versions of what a run measures with and against. */
function versionsOf({ databases, peers }) {
  const of = { sqlite: peers ? [pocketbaseVersion] : [], postgres: [postgres.version] };
  if (peers) of.postgres.push(postgrestVersion);
  return [wrk.version, ...databases.flatMap((one) => of[one])].map((version) => version());
}

async function heading(settings, load) {
  return [
    machine(),
    `Load of the machine before the first row: ${load.toFixed(1)}`,
    (await Promise.all(versionsOf(settings))).join(', '),
    `Commit ${await commit()}`,
    `${today()}, ${settings.rows.toLocaleString('en-US')} units, ${TIMES} times ${settings.seconds} s for each kind and number of clients`,
  ];
}

/** The page of a recorded run; what stands in the way of an aim is written by hand, in `limits.md`. */
function page(tables, about, server) {
  const list = (lines) => lines.map((line) => `- ${line}`).join('\n');
  const limits = readFileSync(join(import.meta.dirname, 'limits.md'), 'utf8').trimEnd();
  const written = 'Written by `make bench RECORD=1`, the last section from `limits.md`; do not edit.';
  return `${['# Results', written, list(about), tables, list(server), list(table.NOTES), limits].join('\n\n')}\n`;
}

/** What a user under rules sees, when some kind is requested by one. */
async function seenUnderRules(binary, kinds, folder) {
  const policy = kinds.map((kind) => kind.policy).find((one) => one?.rule);
  if (!policy) return null;
  const { explorer, definitions } = await offeredBy(binary, folder, policy);
  return { explorer, definitions, rule: policy.rule };
}

/** What is measured and asked: the seed with the same rows for the peers, and what questions are made from. */
async function prepare({ binary, settings, kinds, folder, runFolder, operations, explorer, definitions }) {
  const fixture = fixtureOf(settings.rows);
  const seed = await seeded({ binary, settings, folder, operations, fixture });
  const ids = seed.ids();
  const underRules = await seenUnderRules(binary, kinds, runFolder);
  const given = { fixture, ids, explorer, definitions, underRules, entered: ids.entered };
  const peers = {};
  for (const database of settings.peers && kinds.length > 0 ? settings.databases : []) {
    peers[database] = new PEERS[database](given);
    await peers[database].prepare(seed, print);
  }
  return { seed, given, peers };
}

/** Several nodes instead of one, on PostgreSQL. */
async function onNodes({ binary, settings, kinds, folder, runFolder, operations, explorer, definitions }) {
  const own = { ...settings, databases: ['postgres'], peers: false };
  const { seed, given } = await prepare({
    binary,
    settings: own,
    kinds: [],
    folder,
    runFolder,
    operations,
    explorer,
    definitions,
  });
  const about = await heading(own, loadavg()[0]);
  const { lines, notes } = await scaling({ binary, seed, given, kinds, folder: runFolder, settings: own, log: print });
  rmSync(runFolder, { recursive: true, force: true });
  print(['', ...about, '', table.plain(lines), '', ...notes, ''].join('\n'));
  if (!settings.record) return;
  const file = join(import.meta.dirname, 'NODES.md');
  const list = (texts) => texts.map((text) => `- ${text}`).join('\n');
  const written = 'Written by `make bench NODES=2 RECORD=1`; do not edit.';
  writeFileSync(
    file,
    `${['# Several nodes', written, list(about), table.markdown(lines), list(notes)].join('\n\n')}\n`,
  );
  print(`Recorded in ${file}`);
}

async function bench([binaryPath, ...options]) {
  if (!binaryPath) throw new Refusal('Say which binary: node bench/run.mjs target/release/mizan');
  const binary = resolve(binaryPath);
  if (!existsSync(binary)) throw new Refusal(`There is no ${binary}: make build`);
  const settings = read(options, [...KINDS, IMPORT, ...OF_SEED]);
  if (settings.record && !settings.whole)
    throw new Refusal('RECORD=1 stores results of complete runs: leave ROWS, CLIENTS, DATABASES, ONLY and PEERS out');
  const kinds = settings.only.filter((kind) => KINDS.includes(kind));
  const isImporting = settings.only.includes(IMPORT);
  const isOfSeed = settings.only.some((kind) => OF_SEED.includes(kind));
  const folder = join(import.meta.dirname, '../target/bench');
  const runFolder = join(folder, 'run');
  rmSync(runFolder, { recursive: true, force: true });
  mkdirSync(runFolder, { recursive: true });
  const { operations, explorer, definitions } = await offeredBy(binary, runFolder);
  const missing = settings.only.find((kind) => kind.needs && !operations.has(kind.needs));
  if (missing)
    throw new Refusal(`${binary} does not offer ${missing.needs}, which ${missing.name} needs. Build it anew`);
  if (settings.nodes > 1)
    return onNodes({ binary, settings, kinds, folder, runFolder, operations, explorer, definitions });
  const prepared =
    (kinds.length > 0 || isOfSeed) &&
    (await prepare({ binary, settings, kinds, folder, runFolder, operations, explorer, definitions }));
  const load = loadavg()[0];
  if (load > availableParallelism() / 2)
    print(`Others use this machine (load ${load.toFixed(1)}): what follows will be too low`);
  const started = performance.now();
  const [results, imports, backups, during, starts] = [[], [], [], [], []];
  for (const database of settings.databases) {
    const common = { database, binary, folder: runFolder, log: print };
    if (kinds.length > 0) {
      const { seed, given, peers } = prepared;
      results.push(await measure({ ...common, kinds, seed, given, settings, peer: peers[database] }));
    }
    const ofSeed = { ...common, ...prepared, settings };
    if (settings.only.includes(DURING_WRITES)) during.push(await duringWrites(ofSeed));
    if (settings.only.includes(COLD_START)) starts.push(await startingCold(ofSeed));
    if (settings.only.includes(BACKUP)) backups.push(await backingUp(ofSeed));
    if (isImporting) imports.push(await importing({ ...common, rows: settings.rows }));
  }
  rmSync(runFolder, { recursive: true, force: true });
  const about = await heading(settings, load);
  const server = [
    ...table.serverAsAWhole(results, statSync(binary).size),
    ...imports.map((one) => table.imported(one)),
    ...backups.map((one) => table.backedUp(one)),
    ...during.map((one) => table.duringWrites(one)),
    ...starts.map((one) => table.startedCold(one)),
  ];
  const tables = (style) =>
    results.length > 0 ? table.tables({ kinds, clients: settings.clients, results, style }) : '';
  print(['', ...about, '', tables(table.plain), '', ...server, '', ...table.NOTES, ''].join('\n'));
  const failed = results.flatMap((result) => result.failed);
  failed.push(...imports.filter(({ seconds }) => seconds === null).map(({ name }) => `R13 on ${name}: given up`));
  const took = `${Math.round((performance.now() - started) / 1000)} s`;
  if (failed.length > 0)
    throw new Refusal(
      `Of ${settings.only.length} kinds, measured in ${took}, some have no result:\n${failed.join('\n')}`,
    );
  if (settings.record) {
    const file = join(import.meta.dirname, 'RESULTS.md');
    writeFileSync(file, page(tables(table.markdown), about, server));
    print(`Recorded in ${file}`);
  }
  const under = table.below(kinds, settings.clients, results);
  const compared = settings.peers ? `; below ${table.AIM} times the peer: ${under.join(', ') || 'no kind'}` : '';
  const dearer = table.dearerUnderRules(kinds, settings.clients, results);
  const ruled =
    dearer === null ? '' : `; above ${table.RULES_AIM} times the p50 without rules: ${dearer.join(', ') || 'no kind'}`;
  print(`Measured ${settings.only.length} kinds in ${took}, every answer as it must be${compared}${ruled}`);
}

let ended = null;

/** Ends the run, once: further failures while it stops are not reported. */
function end(code, message) {
  ended ??= (async () => {
    await endAll();
    rmSync(join(dirname(import.meta.dirname), 'target/bench/run'), { recursive: true, force: true });
    if (message) process.stderr.write(`${message}\n`);
    process.exit(code);
  })();
  return ended;
}

process.on('SIGINT', () => end(130, '\nStopped; nothing is left running'));
for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => end(143));
try {
  await bench(process.argv.slice(2));
  await end(0);
} catch (error) {
  await end(1, error instanceof Refusal ? `Bench failed: ${error.message}` : error.stack);
}
