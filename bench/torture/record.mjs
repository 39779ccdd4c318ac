// The page of recorded results: a line for each trial and database, from the last complete run of that trial.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { markdown } from '../table.mjs';
import { TRIALS } from './trials.mjs';

const FILE = join(import.meta.dirname, 'RESULTS.md');

const RECORDED = ['Trial', 'What happens', 'Database', 'Counted', 'Measured', 'Seconds', 'Result', 'Commit', 'Date'];
const HEAD = [...RECORDED, 'Seen to fail'];
const TRIAL = 0;
const DATABASE = 2;

/** The lines of the page that is there, without the head and without what the trials themselves say. */
function recorded() {
  if (!existsSync(FILE)) return [];
  const lines = readFileSync(FILE, 'utf8').split('\n');
  const table = lines.filter((line) => line.startsWith('| ')).slice(2);
  return table.map((line) => line.slice(2, -2).split(' | ').slice(0, RECORDED.length));
}

/** Stores lines in place of those of the same trial and database. Returns the path of the page. */
export function record(machine, { commit, date }, lines) {
  const key = (cells) => `${cells[TRIAL]} ${cells[DATABASE]}`;
  const all = new Map(recorded().map((cells) => [key(cells), cells]));
  for (const cells of lines) all.set(key(cells), [...cells, commit, date]);
  const order = TRIALS.map(({ name }) => name);
  const place = (cells) => order.indexOf(cells[TRIAL]);
  // The databases of a trial stay in the order in which they ran.
  const table = [...all.values()]
    .filter((cells) => place(cells) >= 0)
    .toSorted((one, other) => place(one) - place(other))
    .map((cells) => [...cells, TRIALS[place(cells)].seenToFail]);
  const text = [
    '# What the product withstands',
    'Written by `make torture RECORD=1`, or by its parts, `make torture RECORD=1 ONLY=kill`; do not edit. Seen to fail: what was changed or taken out once, and which counts rose then.',
    machine.map((one) => `- ${one}`).join('\n'),
    markdown([HEAD, ...table]),
  ];
  writeFileSync(FILE, `${text.join('\n\n')}\n`);
  return FILE;
}
