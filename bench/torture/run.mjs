// make torture: shows that nothing acknowledged is lost and that the server stays up, whatever happens to it.
//
//   node bench/torture/run.mjs BINARY [only=kill,overload] [databases="sqlite postgres"] [rounds=10] [minutes=15]
//                              [rows=1000000] [record=1]
//
// record=1 stores the results, of all trials or of those of `only`.
//
// rounds=few is the short run of the tests. Needs sqlite3, and PostgreSQL's programs for `postgres`; its files are in a
// temporary folder, which is deleted. The exit code is 1 when a trial fails.
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { commit, machine, today } from '../machine.mjs';
import { atTheEnd, endAll } from '../processes.mjs';
import { version } from '../postgres.mjs';
import { App, prepare } from './app.mjs';
import { record } from './record.mjs';
import { Refusal, settings as read } from './settings.mjs';

const print = (text) => process.stdout.write(`${text}\n`);
const NAMES = { sqlite: 'SQLite', postgres: 'PostgreSQL', none: '' };

/** For the terminal: each trial on two lines, because what was measured is long. */
const plain = (lines) =>
  lines
    .map(([name, what, database, counted, measured, seconds, verdict]) =>
      [
        `${verdict} ${name}${database && ` on ${database}`} (${what}, ${seconds} s): ${counted}`,
        `    ${measured}`,
      ].join('\n'),
    )
    .join('\n');

/** Runs a trial on a database. Returns its line of the table. */
async function line(trial, kind, { settings, ...place }) {
  const started = performance.now();
  const log = (text) => print(`  ${trial.name} ${NAMES[kind]}: ${text}`);
  const { rows, minutes, isShort } = settings;
  const given = { ...place, log, rounds: settings.roundsOf(trial), minutes: minutes ?? trial.minutes, rows, isShort };
  const app = kind === 'none' ? null : await App.open({ ...place, kind });
  let result;
  try {
    result = await trial.run({ ...given, app });
  } catch (error) {
    const message = String(error instanceof Refusal ? error.message : error.stack);
    result = { counted: '', measured: [{ text: `ended: ${message.split('\n')[0].slice(0, 200)}`, passed: false }] };
    print([message, ...(app?.internalErrors() ?? [])].join('\n'));
  } finally {
    await app?.close();
  }
  const seconds = Math.round((performance.now() - started) / 1000);
  const failed = result.measured.filter(({ passed }) => passed === false);
  const isWhole = result.measured.every(({ passed }) => passed !== null);
  const good = isWhole ? 'passed' : 'passed in part';
  const verdict = failed.length === 0 ? good : `failed: ${failed.map(({ text }) => text).join('; ')}`;
  log(`${verdict} in ${seconds} s`);
  const measured = result.measured.map(({ text }) => text).join('; ');
  const cells = [trial.name, trial.what, NAMES[kind], result.counted, measured, String(seconds)];
  return { cells: [...cells, failed.length === 0 ? good : 'FAILED'], passed: failed.length === 0 };
}

async function torture([binaryPath, ...options]) {
  if (!binaryPath) throw new Refusal('Say which binary: node bench/torture/run.mjs target/release/mizan');
  const binary = resolve(binaryPath);
  if (!existsSync(binary)) throw new Refusal(`There is no ${binary}: make build`);
  const settings = read(options);
  if (settings.record && !settings.whole)
    throw new Refusal('RECORD=1 stores results of complete trials: leave ROUNDS, MINUTES and ROWS out');
  const folder = mkdtempSync(join(tmpdir(), 'mizan-torture.'));
  atTheEnd(() => rmSync(folder, { recursive: true, force: true }));
  // Now: what is checked out may change while the trials run.
  const source = { commit: await commit(), date: today() };
  const seed = await prepare(binary, folder, settings.databases, print);
  const lines = [];
  for (const trial of settings.trials)
    for (const kind of settings.databasesOf(trial))
      lines.push(await line(trial, kind, { binary, seed, folder, settings }));
  const about = [machine(), ...(settings.databases.includes('postgres') ? [await version()] : [])];
  const cells = lines.map((one) => one.cells);
  print(['', ...about, `Commit ${source.commit}`, source.date, '', plain(cells), ''].join('\n'));
  if (settings.record) print(`Recorded in ${record(about, source, cells)}`);
  const failed = lines.filter(({ passed }) => !passed);
  if (failed.length > 0) throw new Refusal(`${failed.length} of ${lines.length} trials failed`);
  print(`None of ${lines.length} trials failed`);
}

let ended = null;

/** Ends the run, once: further failures while it stops are not reported. */
function end(code, message) {
  ended ??= (async () => {
    await endAll();
    if (message) process.stderr.write(`${message}\n`);
    process.exit(code);
  })();
  return ended;
}

process.on('uncaughtException', (error) => end(1, error.stack));
process.on('SIGINT', () => end(130, '\nStopped; nothing is left running'));
for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => end(143));
try {
  await torture(process.argv.slice(2));
  await end(0);
} catch (error) {
  await end(1, error instanceof Refusal ? `Torture failed: ${error.message}` : error.stack);
}
