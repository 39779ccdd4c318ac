// make bench: benchmarks the release binary on a large fixture, on both databases.
//
//   node bench/run.mjs BINARY [rows=100000] [clients="1 16"] [seconds=5] [databases="sqlite postgres"] [only=R1,R6]
//                      [fresh=1] [record=1]
//
// Needs wrk, sqlite3, and PostgreSQL's programs for `postgres`. Its files are in target/bench/: the seeded databases, which
// are reused while their recipe stays the same (fresh=1 creates them again), and the copies that are measured, which are
// deleted.
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { arch, availableParallelism, cpus, loadavg, release, totalmem } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { ESTIMATES_PER_UNIT, fixtureOf } from './fixture.mjs';
import { TIMES, measure } from './measure.mjs';
import * as postgres from './postgres.mjs';
import { endAll, run } from './processes.mjs';
import { ROWS } from './rows.mjs';
import { Seed } from './seed.mjs';
import { mizan } from './server.mjs';
import { Refusal, settings as read } from './settings.mjs';
import * as table from './table.mjs';
import * as wrk from './wrk.mjs';

const print = (text) => process.stdout.write(`${text}\n`);

async function duration(what, work) {
  const started = performance.now();
  await work();
  print(`  ${what} in ${Math.round((performance.now() - started) / 1000)} s`);
}

/** What the binary's document contains: the names of operations, and the explorer's declarations. */
async function documented(binary) {
  const document = JSON.parse(await mizan(binary, 'sqlite:///nowhere/mizan.db', ['openapi']));
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
  const explorer = operations.find((one) => one['x-explorer'])?.['x-explorer'];
  return { offered: new Set(operations.map((one) => one.operationId)), explorer };
}

async function seeded({ binary, settings, folder, offered, fixture }) {
  const seed = await Seed.of(binary, settings.rows, offered, folder);
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
  print(
    `Seeding ${fixture.units.length} units, ${fixture.projects.length} projects and ${ESTIMATES_PER_UNIT} estimates of each unit`,
  );
  for (const kind of unseeded)
    await duration(`seeded for ${kind}`, () => seed[kind](fixture, (what) => print(`  ${what}`)));
  return seed;
}

async function machine(settings, load) {
  const commit = await run('git', ['-C', import.meta.dirname, 'rev-parse', '--short', 'HEAD']).catch(() => 'unknown');
  const changed = await run('git', ['-C', import.meta.dirname, 'status', '--porcelain', '--untracked-files=no']).catch(
    () => '',
  );
  return [
    `${availableParallelism()} cores (${cpus()[0].model.trim()}, ${arch()}), ${Math.round(totalmem() / 2 ** 30)} GiB of memory, Linux ${release()}`,
    `Load of the machine before the first row: ${load.toFixed(1)}`,
    [await wrk.version(), settings.databases.includes('postgres') && (await postgres.version())]
      .filter(Boolean)
      .join(', '),
    `Commit ${commit.trim()}${changed.trim() ? ', with changes that are not committed' : ''}`,
    `${new Date().toISOString().slice(0, 10)}, ${settings.rows.toLocaleString('en-US')} units, ${TIMES} times ${settings.seconds} s for each row and number of clients`,
  ];
}

function page(tables, about, server) {
  const list = (lines) => lines.map((line) => `- ${line}`).join('\n');
  return `# Results\n\nWritten by \`make bench RECORD=1\`; do not edit.\n\n${list(about)}\n\n${tables}\n\n${list(server)}\n\n${list(table.NOTES)}\n`;
}

async function bench([binaryPath, ...options]) {
  if (!binaryPath) throw new Refusal('Say which binary: node bench/run.mjs target/release/mizan');
  const binary = resolve(binaryPath);
  if (!existsSync(binary)) throw new Refusal(`There is no ${binary}: make build`);
  const settings = read(
    options,
    ROWS.map((row) => row.name),
  );
  if (settings.record && !settings.whole)
    throw new Refusal('RECORD=1 stores results of complete runs: leave ROWS, CLIENTS, DATABASES and ONLY out');
  const rows = ROWS.filter((row) => settings.only.includes(row.name));
  const { offered, explorer } = await documented(binary);
  const missing = rows.filter((row) => row.needs && !offered.has(row.needs));
  if (missing.length > 0) {
    const rest = ROWS.filter((row) => !row.needs).map((row) => row.name);
    throw new Refusal(
      `${binary} does not offer ${missing[0].needs}. Build it anew, or leave the row out: ONLY=${rest.join(',')}`,
    );
  }
  const folder = join(import.meta.dirname, '../target/bench');
  const runFolder = join(folder, 'run');
  rmSync(runFolder, { recursive: true, force: true });
  mkdirSync(runFolder, { recursive: true });
  const fixture = fixtureOf(settings.rows);
  const seed = await seeded({ binary, settings, folder, offered, fixture });
  const load = loadavg()[0];
  if (load > availableParallelism() / 2)
    print(`Others use this machine (load ${load.toFixed(1)}): what follows will be too low`);
  const started = performance.now();
  const results = [];
  for (const kind of settings.databases) {
    results.push(
      await measure({ kind, binary, rows, seed, fixture, explorer, folder: runFolder, settings, log: print }),
    );
  }
  rmSync(runFolder, { recursive: true, force: true });
  const about = await machine(settings, load);
  const server = table.serverAsAWhole(results, statSync(binary).size);
  print(
    ['', ...about, '', table.plain(rows, settings.clients, results), '', ...server, '', ...table.NOTES, ''].join('\n'),
  );
  if (settings.record) {
    const file = join(import.meta.dirname, 'RESULTS.md');
    writeFileSync(file, page(table.markdown(rows, settings.clients, results), about, server));
    print(`Recorded in ${file}`);
  }
  const took = `${Math.round((performance.now() - started) / 1000)} s`;
  const under = table.below(rows, settings.clients, results);
  const compared = settings.clients.includes(table.COMPARED_AT)
    ? `; below its peer: ${under.join(', ') || 'no row'}`
    : '';
  print(`Measured ${rows.length} rows in ${took}, every answer as it must be${compared}`);
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
