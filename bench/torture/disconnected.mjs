// Clients that hang up while they wait: while a transaction of another program locks the database, hundreds send a change and
// disconnect. Their changes are not made, but for those that had begun. And guesses at passwords beyond the limit of an account
// take no turn of the writer.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from '../client.mjs';
import { atTheEnd } from '../processes.mjs';
import { UNITS } from '../product.mjs';
import { Connection, request } from './connection.mjs';
import { atMost, exactly, format, zero } from './measured.mjs';

/**
 * How many may have begun: those that share a commit of SQLite, and the connections to PostgreSQL. Changes that share a
 * transaction of PostgreSQL are not among them: they wait for their records before they begin.
 */
const BEGUN = { sqlite: 64, postgres: 16 };

/**
 * The lock ends after this many milliseconds, even if not all have been noticed: the writer of SQLite gives all of its
 * queue up when it has waited for five seconds.
 */
const NOTICED = 3_000;

/** The guesses at one account beyond its limit, and the most turns of the writer for all of them: periodic jobs write, too. */
const GUESSES = 200;
const TURNS = 10;

/** The value of a metric. */
async function metric(node, name) {
  const client = new Client(node.port);
  const { text } = await client.send('GET', '/metrics');
  client.end();
  return Number(text.match(new RegExp(`^mizan_${name} (\\d+)`, 'm'))?.[1] ?? 0);
}

/** Locks the database as another program does. Returns the function that ends the lock. */
async function lock(app) {
  const { server, folder } = app.database;
  const [program, args] = app.isPostgres ? server.psql : ['sqlite3', [join(folder, 'mizan.db')]];
  const begin = app.isPostgres
    ? 'BEGIN; LOCK TABLE units IN ACCESS EXCLUSIVE MODE;'
    : 'PRAGMA busy_timeout = 10000; BEGIN IMMEDIATE;';
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const done = atTheEnd(() => child.kill());
  const locked = once(child.stdout, 'data');
  child.stdin.write(`${begin}\nSELECT 'locked';\n`);
  await locked;
  return async () => {
    const ended = once(child, 'close');
    child.stdin.end('COMMIT;\n');
    await ended;
    done();
  };
}

export const DISCONNECTED = {
  name: 'disconnected',
  what: 'clients hang up while they wait',
  seenToFail:
    'with a writer whose queue has no deadline, and which then runs what no client waits for (`made all the same`), and with a write for each refused sign-in (`turns of the writer`).',
  databases: ['sqlite', 'postgres'],
  rounds: 500,
  few: 100,
  fewOn: ['postgres'],

  /** `rounds` is the number of clients. */
  async run({ app, rounds, log }) {
    const node = await app.serve({ MIZAN_CONNECTIONS_PER_ADDRESS: '100000', MIZAN_TRUSTED_PROXIES: '192.0.2.1' });
    const admin = await app.signIn(node);
    const token = await admin.token();
    const versions = () => app.count("changes WHERE resource = 'units'");
    const before = await versions();
    const unlock = await lock(app);
    const clients = await Promise.all(Array.from({ length: rounds }, () => Connection.open(node.port)));
    clients.forEach((client, at) => {
      const path = `${UNITS}/${app.ids.units[at % app.ids.units.length]}`;
      client.send(request('PATCH', path, { token, body: `{"yearlyRentInAED":${40_001 + at}}` }));
    });
    // PostgreSQL's clients wait in several places: those count that have no answer when the node has taken all requests.
    const waiting = app.isPostgres ? 'http_connections' : 'writer_queue';
    for (let tried = 0; (await metric(node, waiting)) < rounds / 2 && tried < 500; tried += 1) await pause(10);
    if (app.isPostgres) await pause(NOTICED / 3);
    const queued = app.isPostgres ? clients.filter((client) => client.isSilent).length : await metric(node, waiting);
    for (const client of clients) client.end();
    const until = performance.now() + NOTICED;
    while ((await metric(node, waiting)) > BEGUN[app.kind] && performance.now() < until) await pause(10);
    await unlock();
    // A change that is made afterwards has waited for all that were before it.
    await admin.requestOk('PATCH', `${UNITS}/${app.ids.units[0]}`, { yearlyRentInAED: 39_001 });
    const made = (await versions()) - before - 1;
    log(`${queued} waited`);

    const guess = () =>
      admin.send('POST', '/api/auth/login', { body: { email: 'someone@bench.test', password: 'a guess' } });
    let statuses = 0;
    for (let at = 0; at < 30; at += 1) await guess();
    const turns = await metric(node, 'writer_writes_total');
    for (let at = 0; at < GUESSES; at += 1) statuses += (await guess()).status === 429 ? 1 : 0;
    const taken = (await metric(node, 'writer_writes_total')) - turns;
    admin.end();
    await node.kill();
    return {
      counted: `${rounds} clients, ${format(queued)} of which waited; ${GUESSES} guesses beyond the limit`,
      measured: [
        atMost('made all the same', made, BEGUN[app.kind]),
        exactly('guesses refused', statuses, GUESSES),
        ...(app.isPostgres ? [] : [atMost('turns of the writer for them', taken, TURNS)]),
        ...(queued >= rounds / 4 ? [] : [zero('nobody waited', 1)]),
        zero('panics', app.panics()),
      ],
    };
  },
};
