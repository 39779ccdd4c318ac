// Clients that hold a node up: half a request on a new connection and on one that has had an answer, bodies that never end,
// readers that do not read, and more connections from one address than it may have. Another client is answered all the while,
// every half request ends with 408, and connections beyond the limit with 503.
import { setTimeout as pause } from 'node:timers/promises';
import { UNITS } from '../product.mjs';
import { Connection, request } from './connection.mjs';
import { Statuses, atLeast, atMost, exactly, percentile, zero } from './measured.mjs';

/** The addresses of the slow clients and of the other client. */
const [SLOW, OTHER, GREEDY] = ['127.0.0.1', '127.0.0.2', '127.0.0.3'];

/** The connections that one address may have, by default. */
const LIMIT = 256;

/** How soon at p99 the other client is answered. */
const SOON = 500;

/** How long a node waits for the rest of a request, with a reserve. */
const PATIENCE = 60_000;

const HEALTH = request('GET', '/healthz');
const HALF = 'GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Half: ';
const BODY =
  'POST /api/auth/login HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 9000\r\n\r\n{';

/** Sends a part of a request, then a byte now and then. Returns the status that ends it; null without one. */
async function half(port, part, { isSecond }) {
  const connection = await Connection.open(port, SLOW);
  if (isSecond) await connection.exchange(HEALTH);
  connection.send(part);
  const trickle = setInterval(() => connection.isOpen && connection.send(' '), 1_000);
  const response = await Promise.race([connection.response(), pause(PATIENCE, undefined, { ref: false })]);
  clearInterval(trickle);
  connection.end();
  return response?.status ?? null;
}

/** Requests large answers on one connection, and reads none of them. */
async function deaf(port, token) {
  const connection = await Connection.open(port, SLOW);
  connection.socket.pause();
  const many = request('GET', `${UNITS}?limit=100`, { token }).repeat(20);
  connection.send(many + request('GET', '/api/openapi.json').repeat(5));
  return connection;
}

/** Opens more connections than an address may have. Returns how many of them were not served. */
async function greedy(port, more) {
  const one = async () => {
    const connection = await Connection.open(port, GREEDY).catch(() => null);
    const response = await connection?.exchange(HEALTH);
    return { connection, isServed: response?.status === 200 };
  };
  const all = await Promise.all(Array.from({ length: LIMIT + more }, one));
  for (const { connection } of all) connection?.end();
  return all.filter(({ isServed }) => !isServed).length;
}

/** Another client, which does what users do. */
async function client(port, token, ids, stop) {
  const [statuses, took] = [new Statuses(), []];
  const connection = await Connection.open(port, OTHER);
  for (let at = 0; !stop.now; at += 1) {
    const unit = `${UNITS}/${ids.units[at % ids.units.length]}`;
    const text =
      at % 4 === 0
        ? request('PATCH', unit, { token, body: `{"yearlyRentInAED":${30_001 + at}}` })
        : request('GET', at % 4 === 1 ? UNITS : unit, { token });
    const response = await connection.exchange(text);
    statuses.add(response?.status ?? 0);
    took.push(response?.took ?? 0);
    if (!response) break;
    await pause(10);
  }
  connection.end();
  return { statuses, took };
}

export const SLOW_CLIENTS = {
  name: 'slow-clients',
  what: 'half requests, clients that do not read, many connections',
  seenToFail:
    "without the deadline of a request's head (`without 408`), and without the limit of connections (`connections refused`).",
  databases: ['sqlite', 'postgres'],
  rounds: 60,

  /** `rounds` is the number of slow clients of each kind. */
  async run({ app, rounds }) {
    const node = await app.serve();
    const admin = await app.signIn(node);
    const token = await admin.token();
    const stop = { now: false };
    const other = client(node.port, token, app.ids, stop);
    const readers = await Promise.all(Array.from({ length: rounds }, () => deaf(node.port, token)));
    const halves = await Promise.all(
      Array.from({ length: 3 * rounds }, (_, at) =>
        half(node.port, at % 3 === 2 ? BODY : HALF, { isSecond: at % 3 > 0 }),
      ),
    );
    const refused = await greedy(node.port, rounds);
    stop.now = true;
    const { statuses, took } = await other;
    const deafNow = readers.filter(({ isOpen }) => isOpen).length;
    for (const reader of readers) reader.end();
    admin.end();
    await node.kill();
    return {
      counted: `${3 * rounds} half requests, ${rounds} clients that do not read (${deafNow} still connected), ${LIMIT + rounds} connections of an address; another client's answers ${statuses}`,
      measured: [
        zero('half requests without 408', halves.filter((status) => status !== 408).length),
        exactly('connections refused', refused, rounds),
        zero('other answers to the other client', statuses.except('2xx')),
        atLeast('its answers', statuses.total, 20),
        atMost('its p99', percentile(took, 0.99), SOON, ' ms'),
        zero('panics', app.panics()),
      ],
    };
  },
};
