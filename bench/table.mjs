// Formats the results: one table for both databases, for the terminal and as Markdown.
import { ESTIMATORS } from './fixture.mjs';
import { TIMES } from './measure.mjs';
import { clientsOf } from './rows.mjs';

/** The number of clients at which a row is compared with existing products. */
export const COMPARED_AT = 16;

const mebibytes = ({ all, own }) => [all, own].map((bytes) => (bytes / 2 ** 20).toFixed(0)).join(' / ');
const milliseconds = (value) => (value < 10 ? value.toFixed(2) : value.toFixed(1));
const whole = (value) => Math.round(value).toLocaleString('en-US');

function cpu({ cpu: own, databaseCpu: database }) {
  return database === null ? own.toFixed(3) : `${own.toFixed(3)} + ${database.toFixed(3)}`;
}

const HEAD = ['req/s', 'p50 ms', 'p99 ms', 'CPU ms', 'MiB all / own'];
const cellsOf = (measured) => [
  whole(measured.perSecond),
  milliseconds(measured.p50),
  milliseconds(measured.p99),
  cpu(measured),
  mebibytes(measured.resident),
];

/** The result of the better database, where it is compared. */
function best(row, clients, results) {
  if (clients !== COMPARED_AT) return null;
  return Math.max(...results.map((result) => result.rows[row.name][clients].perSecond));
}

/** The rows that are slower than existing products. */
export function below(rows, clients, results) {
  if (!clients.includes(COMPARED_AT)) return [];
  return rows
    .filter((row) => row.peer !== null && best(row, COMPARED_AT, results) < row.peer)
    .map((row) => `${row.name} (${whole(best(row, COMPARED_AT, results))} of ${whole(row.peer)})`);
}

/** The cells of the table, with its head. */
function grid(rows, clients, results) {
  const head = [
    '',
    'what is asked',
    'clients',
    ...results.flatMap((result) => HEAD.map((name) => (name === 'req/s' ? `${result.name} ${name}` : name))),
    'peer',
  ];
  const lines = rows.flatMap((row) =>
    clientsOf(row, clients).map((number) => {
      const reached = best(row, number, results);
      const peer =
        reached === null || row.peer === null ? '' : `${whole(row.peer)}${reached < row.peer ? ' BELOW' : ''}`;
      return [
        row.name,
        row.what,
        String(number),
        ...results.flatMap((result) => cellsOf(result.rows[row.name][number])),
        peer,
      ];
    }),
  );
  return [head, ...lines];
}

/** For the terminal: texts aligned to the left, numbers to the right. */
export function plain(rows, clients, results) {
  const all = grid(rows, clients, results);
  const widths = all[0].map((_, at) => Math.max(...all.map((line) => line[at].length)));
  const line = (cells) =>
    cells
      .map((cell, at) => (at < 2 || at === cells.length - 1 ? cell.padEnd(widths[at]) : cell.padStart(widths[at])))
      .join('  ')
      .trimEnd();
  const [head, ...rest] = all.map(line);
  return [head, '-'.repeat(head.length), ...rest].join('\n');
}

export function markdown(rows, clients, results) {
  const [head, ...rest] = grid(rows, clients, results);
  const line = (cells) => `| ${cells.join(' | ')} |`;
  const rule = head.map((_, at) => (at < 2 || at === head.length - 1 ? '---' : '---:'));
  return [head, rule, ...rest].map(line).join('\n');
}

const middle = (numbers) => numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)];

/** The lines about the server as a whole. */
export function serverAsAWhole(results, binarySize) {
  const of = (what) => results.map((result) => `${what(result)} on ${result.name}`).join(', ');
  return [
    `Binary: ${(binarySize / 1e6).toFixed(1)} MB`,
    `Ready after: ${of((result) => `${Math.round(middle(result.starts))} ms`)} (middle of ${results[0].starts.length} starts)`,
    `Resident and idle, all / own: ${of((result) => `${mebibytes(result.idle[0])} MiB`)}`,
  ];
}

/** The notes below the table. */
export const NOTES = [
  "CPU ms: processor time of a request in the server process, from /proc; on PostgreSQL `+` its own processes. MiB: resident memory of the server process after the row; what is not its own are pages of the binary and of SQLite's file, counted once for each connection that maps them.",
  "p50 and p99 are wrk's. Load, server and database share the processors; SQLite runs with synchronous=FULL, PostgreSQL with its defaults, both durable.",
  `Each row is measured ${TIMES} times, and the best time is shown: whatever else the machine does at the moment only takes away from it.`,
  'The server runs with its defaults: no setting lifts a limit. Only signing in and anonymous requests are limited, and each user signs in once.',
  'R1 and R8 repeat one query; equal queries within a second may share a response, so R8V to R11 repeat none, and R12 pauses for longer than that, for one client. R2 to R7 send different ones: R2 the units of one project with so many bedrooms, all 2,500 combinations.',
  'R4: nine of ten terms are parts of project names (some hundreds of units), one is part of a view (about a tenth of all units).',
  `R6: units by turns, each with its own ETag in If-Match. R7: ${ESTIMATORS.length} estimators, units and estimators by chance; five of six estimates replace one. After both, no answered write may be missing in the history, counted in SQL.`,
  'R9 to R11: up to four measures by each dimension of the document, by any other beside it in R10, in the order of the dimension or of a measure; the units of the index (R12) have all been assessed this week.',
  `peer: what the best of existing products reaches with ${COMPARED_AT} clients on two shared cores; BELOW where the better database stays under it.`,
];
