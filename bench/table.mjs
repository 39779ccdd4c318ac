// Formats the results, for the terminal and as Markdown: each kind beside its peer on the same database, and what Mizan
// takes for it.
import { ESTIMATORS } from './fixture.mjs';
import { TIMES } from './measure.mjs';
import { clientsOf } from './rows.mjs';

/** How many times the requests of its peer a kind is to reach. */
export const AIM = 3;

/** How many times the p50 of the same kind without rules a kind under rules may take. */
export const RULES_AIM = 1.2;

const mebibytes = ({ all, own }) => [all, own].map((bytes) => (bytes / 2 ** 20).toFixed(0)).join(' / ');
const milliseconds = (value) => (value < 10 ? value.toFixed(2) : value.toFixed(1));
const rate = (value) => (value < 10 ? value.toFixed(1) : Math.round(value).toLocaleString('en-US'));
const ratio = (value) => (value < 10 ? value.toFixed(1) : value.toFixed(0));

/** What was measured of a kind, on Mizan and on its peer; undefined when there is no result. */
const own = (result, kind, clients) => result.kinds[kind.name][clients];
const peers = (result, kind, clients) => result.peers[kind.name]?.[clients];

/** How many times its peer a kind is; null without a comparison. */
function times(result, kind, clients) {
  const peer = peers(result, kind, clients);
  return peer ? (own(result, kind, clients)?.perSecond ?? 0) / peer.perSecond : null;
}

/** How many times the p50 of its plain kind a kind takes; null when either has no result. */
function timesPlain(result, kind, clients) {
  const [one, other] = [own(result, kind, clients), result.kinds[kind.plain]?.[clients]];
  return one && other ? one.p50 / other.p50 : null;
}

/** Whether a kind is the slowest of its row on a database: the row's result. */
function isWorst(result, kind, clients, kinds) {
  const row = kinds.filter((one) => one.row === kind.row);
  const speed = (one) => own(result, one, clients)?.perSecond ?? 0;
  return row.length > 1 && row.every((one) => speed(one) >= speed(kind));
}

/** The kinds that do not reach the aim with the most clients. */
export function below(kinds, clients, results) {
  const pairs = results.flatMap((result) => kinds.map((kind) => ({ result, kind })));
  return pairs
    .map(({ result, kind }) => ({ result, kind, many: times(result, kind, Math.max(...clientsOf(kind, clients))) }))
    .filter(({ many }) => many !== null && many < AIM)
    .map(({ result, kind, many }) => `${kind.name} on ${result.name} (${ratio(many)})`);
}

/** The kinds that rules make dearer than the aim; null when none was measured beside its plain kind. */
export function dearerUnderRules(kinds, clients, results) {
  const underRules = kinds.filter((kind) => kind.policy?.rule);
  const measured = results.flatMap((result) =>
    underRules.flatMap((kind) =>
      clientsOf(kind, clients).map((number) => ({
        name: `${kind.name} on ${result.name} of ${number}`,
        many: timesPlain(result, kind, number),
      })),
    ),
  );
  if (measured.every(({ many }) => many === null)) return null;
  return measured.filter(({ many }) => many > RULES_AIM).map(({ name, many }) => `${name} (${many.toFixed(2)})`);
}

/** The lines of a table: one for each kind and number of clients. */
function lines(kinds, clients, cells) {
  return kinds.flatMap((kind) =>
    clientsOf(kind, clients).map((number) => [kind.name, kind.what, String(number), ...cells(kind, number)]),
  );
}

const HEAD = ['', 'what is asked', 'clients'];

function compared(kinds, clients, results) {
  const head = results.flatMap(({ name, peer }) => [`${name} req/s`, ...(peer ? [peer, 'ratio'] : [])]);
  const areUnderRules = kinds.some((kind) => kind.plain);
  const late = results.flatMap(({ name, peer }) => [
    `${name} p50 ms`,
    ...(areUnderRules ? ['to plain'] : []),
    ...(peer ? [peer] : []),
  ]);
  const cells = (kind, number) => {
    const speed = results.flatMap((result) => {
      const [one, peer, many] = [own(result, kind, number), peers(result, kind, number), times(result, kind, number)];
      const mark = isWorst(result, kind, number, kinds) ? '* ' : '';
      const cell = `${mark}${one ? rate(one.perSecond) : 'fails'}`;
      return result.peer ? [cell, peer ? rate(peer.perSecond) : '', many === null ? '' : ratio(many)] : [cell];
    });
    const half = (one) => (one ? milliseconds(one.p50) : '');
    const times50 = results.flatMap((result) => {
      const toPlain = areUnderRules ? [timesPlain(result, kind, number)?.toFixed(2) ?? ''] : [];
      const peer = result.peer ? [half(peers(result, kind, number))] : [];
      return [half(own(result, kind, number)), ...toPlain, ...peer];
    });
    return [...speed, ...times50];
  };
  return [[...HEAD, ...head, ...late], ...lines(kinds, clients, cells)];
}

function cpu({ cpu: server, databaseCpu: database }) {
  return database === null ? server.toFixed(3) : `${server.toFixed(3)} + ${database.toFixed(3)}`;
}

function taken(kinds, clients, results) {
  const head = results.flatMap(({ name }) => [`${name} p99 ms`, 'CPU ms', 'MiB all / own']);
  const cells = (kind, number) =>
    results.flatMap((result) => {
      const one = own(result, kind, number);
      return one ? [milliseconds(one.p99), cpu(one), mebibytes(one.resident)] : ['', '', ''];
    });
  return [[...HEAD, ...head], ...lines(kinds, clients, cells)];
}

/** For the terminal: texts aligned to the left, numbers to the right. */
export function plain(all) {
  const widths = all[0].map((_, at) => Math.max(...all.map((line) => line[at].length)));
  const line = (cells) =>
    cells
      .map((cell, at) => (at < 2 ? cell.padEnd(widths[at]) : cell.padStart(widths[at])))
      .join('  ')
      .trimEnd();
  const [head, ...rest] = all.map(line);
  return [head, '-'.repeat(head.length), ...rest].join('\n');
}

export function markdown([head, ...rest]) {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  const rule = head.map((_, at) => (at < 2 ? '---' : '---:'));
  return [head, rule, ...rest].map(line).join('\n');
}

/** Both tables, in a style. */
export function tables({ kinds, clients, results, style }) {
  return [compared, taken].map((table) => style(table(kinds, clients, results))).join('\n\n');
}

const middle = (numbers) => numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)];

/** The lines about the server as a whole. */
export function serverAsAWhole(results, binarySize) {
  const size = `Binary: ${(binarySize / 1e6).toFixed(1)} MB`;
  if (results.length === 0) return [size];
  const of = (what) => results.map((result) => `${what(result)} on ${result.name}`).join(', ');
  return [
    size,
    `Ready after: ${of((result) => `${Math.round(middle(result.starts))} ms`)} (middle of ${results[0].starts.length} starts)`,
    `Resident and idle, all / own: ${of((result) => `${mebibytes(result.idle[0])} MiB`)}`,
  ];
}

/** The line about an import. */
export function imported({ name, units, seconds, all, own: most, large }) {
  const speed = (count, took) => (took === null ? 'given up' : `${rate(count / took)} rows/s`);
  const number = (count) => count.toLocaleString('en-US');
  const line = `R13 import of ${number(units)} units on ${name}: ${speed(units, seconds)}; at most resident, all / own: ${mebibytes({ all, own: most })} MiB`;
  if (!large) return line;
  const { more } = large;
  const longer = seconds === null ? '' : ` in ${ratio(large.seconds / seconds)} times the time`;
  return `${line}; ${number(large.units)} by the command line${longer}: ${speed(large.units, large.seconds)}; then ${number(units)} more: ${speed(units, more.seconds)}, ${mebibytes(more)} MiB`;
}

/** The line about a backup. */
export function backedUp({ name, bytes, units, versions, estimates, made, restored }) {
  const [ofUnits, ofVersions, ofEstimates] = [units, versions, estimates].map((count) => count.toLocaleString('en-US'));
  const what = `${ofUnits} units, ${ofEstimates} estimates and ${ofVersions} versions of the history`;
  return `R14 backup of ${what} on ${name}: made in ${made.toFixed(1)} s, ${(bytes / 2 ** 20).toFixed(0)} MiB, restored in ${restored.toFixed(1)} s`;
}

/** The line about reads beside writes. */
export function duringWrites({ name, clients, reads }) {
  const saves = Math.min(...reads.map((read) => read.saves));
  const of = ({ name: kind, alone, during }) =>
    `${kind} ${milliseconds(alone)} and ${milliseconds(during)} (${ratio(during / alone)})`;
  return `R15 reads of ${clients} clients on ${name}, p50 ms without and beside ${rate(saves)} saved units a second: ${reads.map(of).join(', ')}`;
}

/** The line about the first answers after a start. */
export function startedCold({ name, clients, reads, refused }) {
  const of = ({ name: kind, first, slowest }) =>
    `${kind} ${first === null ? 'never' : first.toFixed(1)} (${slowest.toFixed(1)})`;
  return `R16 seconds from the start to the first answer of each kind, and its slowest answer, ${clients} clients on ${name}: ${reads.map(of).join(', ')}; ${refused} refused`;
}

/** The notes below the table. */
export const NOTES = [
  '*: the slowest kind of its row on that database, which is the result of the row.',
  `Each kind is measured ${TIMES} times after a warm-up, on every product, and the better round is shown: whatever else the machine does at the moment only takes away from it.`,
  "CPU ms: processor time of a request in the server process, from /proc; on PostgreSQL `+` its own processes. MiB: resident memory of the server process after the kind; what is not its own are pages of the binary and of SQLite's file, counted once for each connection that maps them.",
  "p50 and p99 are wrk's. Load, server and database share the processors; SQLite runs with synchronous=FULL, PostgreSQL with its defaults, both durable; PocketBase runs SQLite with synchronous=NORMAL.",
  'The server runs with its defaults: no setting lifts a limit. Only signing in and anonymous requests are limited, and each user signs in once.',
  'R2: fields, operators, operands and sorts by chance, of all that the filter definitions of units offer; operands are values of some unit; in project, one condition is the project. Peers sort unit numbers as texts.',
  'R4: words are in the views of units, and are typed whole, in capitals, and without the last letter; other than 100,000 units: in proportion fewer of fewer, the same number of more. One letter: each of a to z. Of several words all must occur, in any order. Peers search one text that joins the four which Mizan searches.',
  `R6: units by turns, in match each with its own ETag in If-Match. R7: ${ESTIMATORS.length} estimators, units and estimators by chance; five of six estimates replace one; PocketBase has no such request, and creates each. After both, no answered write may be missing in the history, counted in SQL.`,
  'Rule: the same questions of a user whose role sees nine of ten units, by two alternatives of a condition on a field and one on the project, projects by one, one field less and one masked. To plain: its p50 by that of the row without rules, in which an administrator asks. R1.bare: the built-in policy without its rules, asked by an administrator: what it is below 1 is what the rules of others cost.',
  'R8: Mizan answers medians of the consensus, peers means of the listed rents, PocketBase by a view collection. R8.any of PostgREST: two columns of units, all of them, within a range of prices that differs each time.',
  'Equal queries of the explorer within a second may share a response; R8.again repeats one, the others none, and R12 pauses for longer than that. R9 to R11: up to four measures by each dimension of the document, by any other beside it in R10; the units of the index (R12) have all been assessed this week.',
];
