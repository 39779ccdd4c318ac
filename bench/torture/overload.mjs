// Three times the load that a node serves: it sheds the rest with 503 and a Retry-After, what it accepts is answered soon, and
// health checks are answered all the while. First as many requests as a few clients get answered, then three times as many a
// second, whether they are answered or not.
//
// The load takes processors, too. Where control groups allow it the node has a share of one, so that it is the node which has too
// little, and not the load.
import { availableParallelism } from 'node:os';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { limit } from '../share.mjs';
import { UNITS, filterOf, query } from '../product.mjs';
import { Connection, request } from './connection.mjs';
import { Statuses, atLeast, atMost, format, percentile, zero } from './measured.mjs';

const TIMES = 3;

/** The share of the machine's processors that the node has. */
const SHARE = 1 / 4;

/** The clients by which the load is found that a node serves. */
const CLIENTS = 16;

/** The most connections of the overload, and the pause between two of its volleys in milliseconds. */
const CONNECTIONS = 3_000;
const VOLLEY = 10;

/** How long a node has requests before those that it serves are counted, in milliseconds. */
const WARM = 2_000;

/** How soon at p99 what is accepted is answered, and every health check. */
const SOON = 500;

/** The kinds of requests, each with the texts of some. */
const KINDS = {
  reads: ({ at, token }) => {
    const filters = filterOf({ field: 'yearlyRentInAED', operator: 'greater_than', value: 20_000 + (at % 9_973) });
    return request('GET', `${UNITS}?${query({ filters, limit: 25 })}`, { token });
  },
  writes: ({ at, token, ids }) =>
    request('PATCH', `${UNITS}/${ids.units[at % ids.units.length]}`, {
      token,
      body: `{"yearlyRentInAED":${20_001 + at}}`,
    }),
};

class Volleys {
  #idle = [];
  #open = 0;
  statuses = new Statuses();
  accepted = [];
  unanswered = 0;
  withoutRetry = 0;
  unsent = 0;
  sent = 0;

  constructor(port, make) {
    Object.assign(this, { port, make });
  }

  /** Sends a request on a free connection, or on a new one while there may be more. */
  async send() {
    let connection = this.#idle.pop();
    if (!connection && this.#open >= CONNECTIONS) {
      this.unsent += 1;
      return;
    }
    this.sent += 1;
    if (!connection) {
      this.#open += 1;
      connection = await Connection.open(this.port).catch(() => null);
    }
    const response = await connection?.exchange(this.make());
    if (!response) {
      this.unanswered += 1;
      this.#open -= 1;
      return;
    }
    this.statuses.add(response.status);
    if (response.status === 503) this.withoutRetry += /^retry-after: [1-9]/im.test(response.head) ? 0 : 1;
    else this.accepted.push(response.took);
    if (connection.isOpen && !/^connection: close/im.test(response.head)) this.#idle.push(connection);
    else this.#open -= 1;
  }

  /** Sends requests at a rate for some seconds, and waits for all responses. */
  async at(rate, seconds) {
    const started = performance.now();
    const sending = [];
    let due = 0;
    for (let passed = 0; passed < seconds * 1000; passed = performance.now() - started) {
      for (; due < (passed / 1000) * rate; due += 1) sending.push(this.send());
      await pause(VOLLEY);
    }
    await Promise.all(sending);
    for (const connection of this.#idle) connection.end();
  }
}

/** The requests a second that a few clients get answered, once the node is warm. */
async function served(port, make, seconds) {
  let answered = 0;
  const warm = performance.now() + WARM;
  const until = warm + seconds * 1000;
  const client = async () => {
    const connection = await Connection.open(port);
    while (performance.now() < until) {
      await connection.exchange(make());
      answered += performance.now() < warm ? 0 : 1;
    }
    connection.end();
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  return answered / seconds;
}

/** What service managers and balancers ask for. */
const HEALTH = ['/healthz', '/readyz'];

/** Asks for the health of a node until `stop.now`. Returns the slowest answer and the number of bad ones. */
async function health(port, stop) {
  const found = { most: 0, bad: 0, asked: 0 };
  const check = async (path) => {
    const connection = await Connection.open(port).catch(() => null);
    const response = await connection?.exchange(request('GET', path));
    connection?.end();
    found.asked += 1;
    found.most = Math.max(found.most, response?.took ?? 0);
    found.bad += response?.status === 200 ? 0 : 1;
  };
  while (!stop.now) {
    await Promise.all(HEALTH.map(check));
    await pause(50);
  }
  return found;
}

async function overload({ app, node, token, kind, seconds }) {
  let at = 0;
  const make = () => KINDS[kind]({ at: (at += 1), token, ids: app.ids });
  const rate = await served(node.port, make, seconds);
  const volleys = new Volleys(node.port, make);
  const stop = { now: false };
  const late = monitorEventLoopDelay({ resolution: 1 });
  late.enable();
  const healthy = health(node.port, stop);
  await volleys.at(TIMES * rate, 2 * seconds);
  stop.now = true;
  late.disable();
  return { kind, rate, volleys, health: await healthy, late: late.percentile(99) / 1e6 };
}

function measured({ kind, rate, volleys, health: found, late }, seconds) {
  const { statuses, accepted, unanswered, withoutRetry, sent } = volleys;
  return {
    counted: `${kind}: ${format(Math.round(rate))} served a second, ${format(Math.round(sent / 2 / seconds))} sent, ${format(Math.round(accepted.length / 2 / seconds))} accepted, the load itself late by ${format(late)} ms at p99; ${statuses}`,
    measured: [
      atMost(`${kind}: p99 of accepted`, percentile(accepted, 0.99), SOON, ' ms'),
      zero('without Retry-After', withoutRetry),
      zero('other answers', statuses.except('2xx', 503)),
      zero('without an answer', unanswered),
      zero('failed health checks', found.bad),
      atMost('slowest health check', found.most, SOON, ' ms'),
      atLeast('health checks', found.asked, 1),
    ],
  };
}

export const OVERLOAD = {
  name: 'overload',
  what: 'three times the load it serves',
  seenToFail:
    'without shedding, by the pace of the queues and by the lateness of the event loop (`p99 of accepted`, health checks). It needs an idle machine.',
  databases: ['sqlite', 'postgres'],
  rounds: 10,

  /** A round is a second of the load that is served, and two of three times as much. */
  async run({ app, rounds }) {
    const node = await app.serve({ MIZAN_CONNECTIONS_PER_ADDRESS: '100000' });
    const share = SHARE * availableParallelism();
    const of = limit(node.pid, share) ? `a node with ${share} of a processor` : 'a node with all processors';
    const admin = await app.signIn(node);
    const token = await admin.token();
    admin.end();
    const results = [];
    for (const kind of Object.keys(KINDS)) {
      const result = await overload({ app, node, token, kind, seconds: rounds });
      results.push(measured(result, rounds));
    }
    await node.kill();
    return {
      counted: [of, ...results.map((one) => one.counted)].join('. '),
      measured: [...results.flatMap((one) => one.measured), zero('panics', app.panics())],
    };
  },
};
