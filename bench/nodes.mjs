// make bench NODES=2: how much more several nodes serve than one, on a PostgreSQL with a streaming replica. Each node has the
// same small share of a processor, as if it had a machine of its own, and is sent requests by as many clients.
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from './client.mjs';
import { databaseOf } from './databases.mjs';
import { ADMIN } from './fixture.mjs';
import { TIMES, WARM_UP, answered, settle, timesOf } from './measure.mjs';
import { ownTicks, run } from './processes.mjs';
import { Product } from './product.mjs';
import { requestsOf } from './rows.mjs';
import { Server } from './server.mjs';
import { Refusal } from './settings.mjs';
import { limit } from './share.mjs';
import { Load } from './wrk.mjs';

/** The share of a processor that a node has. */
const SHARE = 0.2;

/** Within which time a node that is asked loads the columns of large tables, in milliseconds. */
const LOADED_WITHIN = 5_000;

/** The kinds without `only`: those whose requests cost little, and writes. */
const USUAL = ['R1', 'R2.pairs', 'R5', 'R6.plain', 'R7'];

/** What a replica answers, because it is not in memory. */
const HISTORIES = {
  name: 'history',
  what: 'the history of a unit',
  requests: ({ ids }) => ids.units.slice(0, 10_000).map((id) => ['GET', `/api/backoffice/units/${id}/history?limit=5`]),
};

/** What the processes of the bench used since now, as shares of a processor. */
function usage(nodes, primary, replica, tick) {
  const now = () => [nodes.reduce((sum, { pid }) => sum + ownTicks(pid), 0), primary.ticks(), replica.ticks()];
  const [started, since] = [now(), performance.now()];
  return () => now().map((ticks, at) => ((ticks - started[at]) * tick) / (performance.now() - since));
}

/** Sends to all nodes at the same time. Returns the requests a second of all together. */
async function sent(loads, clients, seconds) {
  const results = await Promise.all(loads.map((load) => load.send(clients, seconds)));
  results.forEach((one) => answered(one));
  return results.reduce((sum, one) => sum + timesOf(one).perSecond, 0);
}

async function ofKind({ kind, nodes, limits, product, settings, clients, folder, measured }) {
  const requests = kind.requests?.(product.given) ?? requestsOf(kind, product);
  const people = (kind.people ?? [ADMIN]).map((email) => new Client(nodes[0].port, email));
  const tokens = [];
  for (const one of people) tokens.push(await one.token());
  people.forEach((one) => one.end());
  const loads = await Promise.all(
    nodes.map(async (node, at) => {
      const own = join(folder, `node-${at}`);
      await run('mkdir', ['-p', own]);
      const load = new Load(node.port, own);
      // Each begins elsewhere, so that no two change one record at the same time.
      const first = Math.floor((at * requests.length) / nodes.length);
      load.take([...requests.slice(first), ...requests.slice(0, first)], tokens);
      return load;
    }),
  );
  // Columns are loaded into memory and statements prepared before it is measured what a request costs.
  limits.forEach((set) => set());
  await sent(loads, clients, WARM_UP);
  await pause(LOADED_WITHIN);
  await sent(loads, clients, WARM_UP);
  limits.forEach((set) => set(SHARE));
  const best = async (number) => {
    const rounds = [];
    for (let time = 0; time < TIMES; time += 1) {
      const used = measured(nodes.slice(0, number));
      const perSecond = await sent(loads.slice(0, number), clients, settings.seconds);
      rounds.push({ perSecond, used: used() });
    }
    return rounds.toSorted((one, other) => other.perSecond - one.perSecond)[0];
  };
  return [await best(1), await best(nodes.length)];
}

const percent = (share) => `${Math.round(100 * share)} %`;

/** The table of what one node and all of them serve, and what they use. */
export async function scaling({ binary, seed, given, kinds, folder, settings, log }) {
  const database = databaseOf('postgres');
  await database.open(seed, folder);
  await settle(binary, database.url);
  const primary = database.server;
  const replica = await primary.replica(join(folder, 'replica'));
  const tick = 1000 / Number(await run('getconf', ['CLK_TCK']));
  const product = new Product(given);
  const clients = Math.max(...settings.clients);
  const [nodes, limits] = [[], []];
  for (let at = 0; at < settings.nodes; at += 1) {
    const common = at === 0 ? {} : { MIZAN_PUBLIC_URL: `http://127.0.0.1:${nodes[0].port}` };
    const node = await Server.start(binary, database.url, {
      settings: { MIZAN_REPLICA_URLS: replica.url, ...common },
    });
    const set = limit(node.pid);
    if (!set)
      throw new Refusal('NODES needs control groups, and the superuser, to give each node a share of a processor');
    nodes.push(node);
    limits.push(set);
  }
  const measured = (these) => usage(these, primary, replica, tick);
  const head = [
    '',
    'what is asked',
    '1 node req/s',
    `${nodes.length} nodes`,
    'of linear',
    'nodes',
    'primary',
    'replica',
  ];
  const lines = [head];
  const fitting = kinds.filter(({ before, mostClients, policy }) => !before && !mostClients && !policy);
  const chosen = settings.isSome ? fitting : [...fitting.filter(({ name }) => USUAL.includes(name)), HISTORIES];
  for (const kind of chosen) {
    const [one, all] = await ofKind({ kind, nodes, limits, product, settings, clients, folder, measured });
    const ofLinear = all.perSecond / nodes.length / one.perSecond;
    const cells = [one.perSecond, all.perSecond].map((value) => Math.round(value).toLocaleString('en-US'));
    lines.push([kind.name, kind.what, ...cells, ofLinear.toFixed(2), ...all.used.map(percent)]);
    log(lines.at(-1).join('  '));
  }
  const reads = await Promise.all(nodes.map((node) => node.metric('replica_reads_total')));
  for (const node of nodes) await node.stop();
  await replica.stop();
  await database.close();
  const notes = [
    `Each node has ${percent(SHARE)} of a processor; ${clients} clients send to each. The last three columns are what all nodes, the primary and the replica use of one processor while all nodes are asked.`,
    `The replica answered ${reads.reduce((sum, one) => sum + one).toLocaleString('en-US')} reads. Before each, the primary is asked how far its log goes, once for all that wait.`,
  ];
  return { lines, notes };
}
