// More at once than is done at a time: dozens of clients import a table, and hundreds sign in. Those for whom the queue has room
// get their answers, the others 503 at once, none waits without an answer, and another client is served all the while. One table
// is prepared at a time, so that its memory is taken once.
import { setTimeout as pause } from 'node:timers/promises';
import { UNITS } from '../product.mjs';
import { Connection, request } from './connection.mjs';
import { Statuses, atLeast, atMost, format, percentile, zero } from './measured.mjs';
import { unitTable } from './unit-table.mjs';

/** How many import at once, and how many sign in. */
const [IMPORTS, SIGN_INS] = [60, 600];

/** The node has two processors: of more, passwords would be checked sooner than these come. */
const TWO_PROCESSORS = ['taskset', '--cpu-list', '0,1'];

/** What is said when a queue is full, and the least answers of all at once: the queues have room for 20 and 200. */
const IMPORT_QUEUE = { busy: 'Others are importing tables', answered: 20 };
const SIGN_IN_QUEUE = { busy: 'Too many people are signing in', answered: 100 };

/** How many are sent in one volley, and the milliseconds before the next: all at once would not get past the database. */
const [VOLLEY, PAUSE] = [60, 150];

/** How long an answer may take, in milliseconds. */
const PATIENCE = 60_000;

/** The rows of each table. */
const ROWS = 5_000;

/** How soon at p99 the other client is answered, in milliseconds. */
const SOON = 500;

/** The most memory that all of it may take, in MiB. */
const MEMORY = 150;

/** How many imports may be in work at once, by the time that one takes alone: what is measured is not exact. */
const AT_ONCE = 1.5;

const MIB = 1024 * 1024;
const BOUNDARY = 'torture-6b3e';

/** The request that checks a table without importing it. */
function dryRun(token, table) {
  const disposition = 'Content-Disposition: form-data; name="file"; filename="units.csv"';
  const form = `--${BOUNDARY}\r\n${disposition}\r\nContent-Type: text/csv\r\n\r\n${table}\r\n--${BOUNDARY}--\r\n`;
  const headers = {
    Connection: 'close',
    'Content-Type': `multipart/form-data; boundary=${BOUNDARY}`,
    'Content-Length': Buffer.byteLength(form),
  };
  return request('POST', `${UNITS}/import?dryRun=true`, { token, headers }) + form;
}

let strangers = 0;

/** A sign-in of an account that does not exist, from an address of its own. */
function signIn() {
  strangers += 1;
  const body = JSON.stringify({ email: `stranger${strangers}@bench.test`, password: `guess ${strangers}` });
  const headers = { Connection: 'close', 'X-Forwarded-For': `198.${18 + (strangers >> 8)}.${strangers % 256}.7` };
  return request('POST', '/api/auth/login', { body, headers });
}

/** What many requests at once were answered. */
class Answers {
  statuses = new Statuses();
  unanswered = 0;
  withoutRetry = 0;
  refused = 0;

  constructor(name, queue, allowed) {
    Object.assign(this, { name, queue, allowed });
  }

  async send(port, texts) {
    const sending = [];
    for (const [at, text] of texts.entries()) {
      if (at > 0 && at % VOLLEY === 0) await pause(PAUSE);
      sending.push(this.#exchange(port, text));
    }
    await Promise.all(sending);
  }

  async #exchange(port, text) {
    const connection = await Connection.open(port);
    connection.send(text);
    const received = await connection.everything(PATIENCE);
    connection.end();
    const status = Number(received?.slice(9, 12) ?? 0);
    if (status === 0) this.unanswered += 1;
    else this.statuses.add(status);
    if (status !== 503) return;
    if (!/^retry-after: [1-9]/im.test(received)) this.withoutRetry += 1;
    if (received.includes(this.queue.busy)) this.refused += 1;
  }

  /** What holds after so many times. */
  measured(times) {
    const answered = this.allowed.reduce((sum, status) => sum + this.statuses.of(status), 0);
    return [
      zero(`${this.name}: other answers`, this.statuses.except(...this.allowed, 503)),
      zero('without an answer', this.unanswered),
      zero('without Retry-After', this.withoutRetry),
      atLeast('refused by a full queue', this.refused, times),
      atLeast('answered', answered, times * this.queue.answered),
    ];
  }
}

/** The milliseconds that work takes. */
async function timed(work) {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** Another client, which lists units. Returns the statuses and the milliseconds of its answers. */
async function lists(port, token, stop) {
  const [statuses, took, connection] = [new Statuses(), [], await Connection.open(port)];
  while (!stop.now) {
    const response = await connection.exchange(request('GET', UNITS, { token }));
    statuses.add(response?.status ?? 0);
    if (!response) break;
    took.push(response.took);
    await pause(10);
  }
  connection.end();
  return { statuses, took };
}

export const QUEUES = {
  name: 'queues',
  what: `${IMPORTS} imports at once, then ${SIGN_INS} sign-ins`,
  seenToFail: 'with queues of any length (`refused by a full queue`, of imports).',
  databases: ['sqlite', 'postgres'],
  rounds: 3,

  async run({ app, rounds }) {
    const settings = { MIZAN_CONNECTIONS_PER_ADDRESS: '100000', MIZAN_TRUSTED_PROXIES: '127.0.0.1' };
    const node = await app.serve(settings, { wrapper: TWO_PROCESSORS });
    const admin = await app.signIn(node);
    const token = await admin.token();
    const text = dryRun(token, unitTable(app, 'Q', ROWS));
    const alone = new Answers('one import', IMPORT_QUEUE, [200]);
    const imports = new Answers('imports', IMPORT_QUEUE, [200]);
    const signIns = new Answers('sign-ins', SIGN_IN_QUEUE, [401, 429]);
    const [single, stop, before] = [[], { now: false }, node.resident().all];
    const other = lists(node.port, token, stop);
    let took = 0;
    for (let round = 1; round <= rounds; round += 1) {
      for (let at = 0; at < 3; at += 1) single.push(await timed(() => alone.send(node.port, [text])));
      took += await timed(() =>
        imports.send(
          node.port,
          Array.from({ length: IMPORTS }, () => text),
        ),
      );
      await signIns.send(node.port, Array.from({ length: SIGN_INS }, signIn));
    }
    stop.now = true;
    const listed = await other;
    const most = node.resident().most;
    admin.end();
    await node.stop();
    const one = Math.min(...single);
    return {
      counted: `${rounds} times ${IMPORTS} imports of ${format(ROWS)} rows, each ${format(one)} ms alone: ${imports.statuses}; ${SIGN_INS} sign-ins: ${signIns.statuses}; lists meanwhile ${listed.statuses}`,
      measured: [
        ...imports.measured(rounds),
        atMost('in work at once', (imports.statuses.of(200) * one) / took, AT_ONCE),
        ...signIns.measured(rounds),
        atMost('p99 of lists', percentile(listed.took, 0.99), SOON, ' ms'),
        zero('other answers to lists', listed.statuses.except(200)),
        atMost('more memory at most', (most - before) / MIB, MEMORY, ' MiB'),
        zero('panics', app.panics()),
      ],
    };
  },
};
