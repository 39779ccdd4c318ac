// Three servers of PostgreSQL under Patroni, in synchronous mode, with two nodes that have the URL of all three. The primary and its
// Patroni are killed under load, again and again, and start again once another server is the primary. At the end both standbys
// stand still for longer than a statement may take: nothing is acknowledged that only the primary has.
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from '../client.mjs';
import { UNITS, filterOf, idOf, query } from '../product.mjs';
import { Load, changeOf } from './load.mjs';
import { Statuses, atMost, format, percentile, zero } from './measured.mjs';
import { Cluster } from './patroni.mjs';
import { Faults, check, checkTables } from './stored.mjs';

/** The clients of each node. */
const CLIENTS = 4;

/** How long both standbys stand still, in seconds. */
const ALONE = 65;

/** The most seconds without writes: Patroni replaces a primary after 20. */
const MOST = 60;

/** The statuses that clients may get: 404 and 412 for what has been done by a request whose answer got lost. */
const ALLOWED = ['2xx', 503, 404, 412];

const done = ({ statuses }) => statuses.total - statuses.except('2xx');

/** The seconds from a kill until writes succeed again; those that were under way may have been done before it. */
async function writesAgain(load, killed) {
  const refused = load.statuses.of(503);
  let before = -1;
  while (load.statuses.of(503) === refused && load.statuses.total > before) {
    before = load.statuses.total;
    await load.responses(1);
  }
  await load.successes(2 * CLIENTS);
  return (performance.now() - killed) / 1000;
}

/** How many units a node lists otherwise than they were acknowledged. Lists with filters are answered from memory. */
async function listedOtherwise(client, { name, written }) {
  const units = new Map();
  const filters = filterOf({ field: 'unitNumber', operator: 'contains', value: name });
  for (let [page, more] = [1, true]; more; page += 1) {
    const { items } = await client.get(`${UNITS}?${query({ filters, limit: 100, page })}`);
    for (const unit of items) units.set(idOf(unit), changeOf(unit));
    more = items.length > 0;
  }
  const isListed = ({ id, acknowledged, requested }) =>
    units.has(id) && units.get(id) >= acknowledged && units.get(id) <= requested;
  return written.filter((one) => one.id && !isListed(one)).length;
}

export const FAILOVER = {
  name: 'failover',
  what: 'the primary of three servers is killed, another one takes over',
  seenToFail:
    'with standbys that are not synchronous (`acknowledged by the primary alone`), and with columns in memory that are not read again (`listed otherwise`).',
  databases: ['postgres'],
  rounds: 20,

  async run({ app, rounds, log }) {
    const cluster = await Cluster.start(join(app.folder, 'patroni'));
    await app.move(cluster);
    const nodes = [await app.serve(), await app.serve()];
    const [faults, statuses, seconds] = [new Faults(), new Statuses(), []];
    let [acknowledged, withoutRetry, cut, unhealthy, listed] = [0, 0, 0, 0, 0];
    const begin = (name) =>
      Promise.all(
        nodes.map(async (node, at) =>
          Object.assign(await Load.begin(app, `${name}${at}`, [node], CLIENTS), { name: `${name}${at}-` }),
        ),
      );
    /** Ends the loads, and checks at the other node what they wrote. */
    const end = async (loads) => {
      const ends = (await Promise.all(loads.map((load) => load.stop()))).flat();
      cut += ends.filter((one) => one !== 'stopped').length;
      for (const [at, load] of loads.entries()) {
        const clients = [await app.signIn(nodes[1 - at]), await app.signIn(nodes[at])];
        await check(clients[0], load.written, faults);
        for (const client of clients) listed += await listedOtherwise(client, load);
        clients.forEach((client) => client.end());
        acknowledged += load.acknowledged;
        withoutRetry += load.withoutRetry;
        statuses.addAll(load.statuses);
      }
    };
    const healthy = async () => {
      for (const { port } of nodes) {
        const stranger = new Client(port);
        const { status } = await stranger.send('GET', '/healthz').catch(() => ({ status: 0 }));
        stranger.end();
        unhealthy += status === 200 ? 0 : 1;
      }
    };
    for (let round = 1; round <= rounds; round += 1) {
      await cluster.whole();
      const loads = await begin(`f${round}-`);
      await Promise.all(loads.map((load) => load.successes(20)));
      const primary = await cluster.primary();
      const killed = performance.now();
      const ended = cluster.kill(primary);
      const again = Promise.all(loads.map((load) => writesAgain(load, killed)));
      await ended;
      await healthy();
      seconds.push(Math.max(...(await again)));
      log(`${primary.name} killed: writes again after ${seconds.at(-1).toFixed(1)} s`);
      cluster.resume(primary);
      await Promise.all(loads.map((load) => load.successes(20)));
      await end(loads);
    }
    await cluster.whole();
    const loads = await begin('alone-');
    await Promise.all(loads.map((load) => load.successes(20)));
    const goOn = await cluster.freezeStandbys();
    // What the standbys had received is acknowledged.
    await pause(1000);
    const before = loads.map(done);
    await pause(ALONE * 1000);
    const alone = loads.reduce((sum, load, at) => sum + done(load) - before[at], 0);
    await goOn();
    await healthy();
    await Promise.all(loads.map((load) => load.successes(20)));
    await end(loads);
    for (const node of nodes) await node.kill();
    const findings = await checkTables(app, faults);
    return {
      counted: `${rounds} kills of the primary, ${ALONE} s without standbys, ${format(acknowledged)} acknowledged writes; answers ${statuses}`,
      measured: [
        ...faults.measured(log),
        zero('acknowledged by the primary alone', alone),
        zero('listed otherwise', listed),
        zero('audit findings', findings),
        zero('other answers', statuses.except(...ALLOWED)),
        zero('without Retry-After', withoutRetry),
        zero('requests without an answer', cut),
        zero('unhealthy', unhealthy),
        zero('panics', app.panics()),
        atMost('writes again, median', percentile(seconds, 0.5), MOST, ' s'),
        atMost('worst', Math.max(...seconds), MOST, ' s'),
        ...(statuses.of(503) > 0 ? [] : [zero('no request was refused', 1)]),
      ],
    };
  },
};
