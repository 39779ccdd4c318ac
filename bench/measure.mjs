// Measures the kinds on one database, each on Mizan and then on its peer.
import { AssertionError } from 'node:assert';
import { Client } from './client.mjs';
import { consensus, versions } from './counts.mjs';
import { ADMIN } from './fixture.mjs';
import { ownTicks, run } from './processes.mjs';
import { databaseOf } from './databases.mjs';
import { Product } from './product.mjs';
import { account } from './offered.mjs';
import { clientsOf, requestsOf } from './rows.mjs';
import { settingsOf } from './rules.mjs';
import { Server, mizan } from './server.mjs';
import { Refusal } from './settings.mjs';
import { Load } from './wrk.mjs';
import { allThere } from './written.mjs';

/** The seconds of warm-up. */
export const WARM_UP = 2;

/** How often a kind is measured. The better round counts, since other work of the machine can only make one worse. */
export const TIMES = 2;

/** An error of a round in which not every request succeeded. */
class Unanswered extends Refusal {}

/**
 * Returns the results of the kinds, those of the peer, the start-up times, and the memory of a server before its first
 * request.
 */
export async function measure({ database: name, binary, kinds, seed, given, folder, settings, peer, log }) {
  const database = databaseOf(name);
  const tick = 1000 / Number(await run('getconf', ['CLK_TCK']));
  const result = {
    name: database.name,
    peer: peer?.name ?? null,
    kinds: {},
    peers: {},
    starts: [],
    idle: [],
    failed: [],
  };
  const product = new Product(given);
  const underRules = given.underRules && new Product({ ...given, ...given.underRules });
  const open = async () => {
    await database.open(seed, folder);
    await settle(binary, database.url);
    for (const policy of new Set(kinds.map((kind) => kind.policy).filter((one) => one?.user))) {
      const { email, role } = policy.user;
      await account(binary, database.url, email, role, await settingsOf(policy, binary, folder));
    }
  };
  await open();
  for (const kind of kinds) {
    const server = await Server.start(binary, database.url, {
      settings: await settingsOf(kind.policy, binary, folder),
    });
    result.starts.push(server.readyAfter);
    result.idle.push(server.resident());
    await server.rested();
    const requested = { product: kind.policy?.rule ? underRules : product, failed: result.failed };
    const measured = await right(kind, database, () =>
      ofKind({ kind, server, database, folder, settings, tick, log, ...requested }),
    );
    const warnings = await server.stop();
    if (warnings.trim())
      log(`${kind.name} on ${database.name}: the server said\n${warnings.trim().split('\n').slice(0, 5).join('\n')}`);
    result.kinds[kind.name] = measured;
    if (kind.writes && kind !== kinds.at(-1)) {
      await database.close();
      await open();
    }
    if (peer) result.peers[kind.name] = await right(kind, peer, () => peer.measure(kind, { folder, settings, log }));
  }
  await database.close();
  await peer?.close();
  return result;
}

/** Does the periodic work of a serving process now, so that it does not run during a row. */
export async function settle(binary, url) {
  const commands = await mizan(binary, url, ['--help']);
  if (/^ +figures /m.test(commands)) await mizan(binary, url, ['figures', 'rebuild']);
}

/** A wrong response ends the run with an error that names the kind. */
async function right(kind, { name }, work) {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AssertionError || error instanceof Refusal)) throw error;
    throw new Refusal(`${kind.name} on ${name} is not answered as it must be. ${error.message}`);
  }
}

/**
 * Measures with each number of clients: a warm-up, and then the better of two rounds. `send` sends for some seconds and
 * returns what was measured; `prepare` is called before each round. A number of clients with which not every request is
 * answered has no result, and is reported to `failed`.
 */
export async function rounds({ kind, name, settings, prepare, send, log, failed }) {
  const measured = {};
  for (const clients of clientsOf(kind, settings.clients)) {
    const number = clients === 1 ? '1 client' : `${clients} clients`;
    try {
      await send(clients, WARM_UP);
      for (let time = 0; time < TIMES; time += 1) {
        await prepare?.();
        const round = await send(clients, settings.seconds);
        log(
          `${name} ${kind.name} ${number}: ${Math.round(round.perSecond)} requests/s, p50 ${round.p50.toFixed(2)} ms`,
        );
        if (round.perSecond > (measured[clients]?.perSecond ?? 0)) measured[clients] = round;
      }
    } catch (error) {
      if (!(error instanceof Unanswered)) throw error;
      delete measured[clients];
      log(`${name} ${kind.name} ${number}: no result. ${error.message}`);
      failed.push(`${kind.name} on ${name}, ${number}: ${error.message}`);
    }
  }
  return measured;
}

async function ofKind({ kind, server, database, product, folder, settings, tick, log, failed }) {
  const { given } = product;
  const client = new Client(server.port, kind.policy?.user?.email ?? ADMIN);
  const people = (kind.people ?? []).map((email) => new Client(server.port, email));
  const requests = kind.requests?.(given) ?? requestsOf(kind, product);
  const context = { ...given, client, people, product, questions: kind.list?.(given) };
  const before = kind.writes && (await versions(database, kind.writes));
  await kind.check(context, requests);
  const load = new Load(server.port, folder, kind.pause);
  let cutOff = 0;
  let most = 0;
  const send = async (clients, seconds, isRetry = false) => {
    const tokens = [];
    for (const one of people.length > 0 ? people : [client]) tokens.push(await one.token());
    load.take((await kind.before?.(context, requests)) ?? requests, tokens);
    const counted = await server.answers(kind.operation);
    const took = clock(server, database, tick);
    const sent = await load.send(clients, seconds);
    cutOff += clients;
    if (sent.requests === 0 && !isRetry) {
      log(`${kind.name} on ${database.name}: no answer within ${seconds} s; once more, for longer`);
      return send(clients, seconds + 10, true);
    }
    const [cpu, databaseCpu] = took().map((one) => (one === null ? null : one / sent.requests));
    honest(sent, counted, await server.answers(kind.operation));
    most = Math.max(most, sent.requests);
    return { ...timesOf(sent), cpu, databaseCpu, resident: server.resident() };
  };
  const prepare = () => kind.writes && database.settle();
  const measured = await rounds({ kind, name: database.name, settings, prepare, send, log, failed });
  await kind.after?.(context, requests, most);
  if (kind.writes) {
    const good = successes(await server.answers(kind.operation));
    allThere(good, (await versions(database, kind.writes)) - before, cutOff);
    if (kind.writes === 'estimations') await consensus(database);
  }
  for (const one of [client, ...people]) one.end();
  return measured;
}

/** The times that `wrk` measured, in requests per second and milliseconds. */
export const timesOf = (sent) => ({
  perSecond: (sent.requests * 1e6) / sent.microseconds,
  p50: sent.p50 / 1000,
  p99: sent.p99 / 1000,
});

/** Returns a function that gives the processor time of server and database since now, in milliseconds. */
function clock(server, database, tick) {
  const now = () => [ownTicks(server.pid), database.ticks()];
  const started = now();
  return () => now().map((ticks, at) => (ticks === null ? null : (ticks - started[at]) * tick));
}

const isSuccess = (status) => status >= 200 && status <= 299;

/** The number of successful responses. */
const successes = (answers) =>
  Object.entries(answers).reduce((sum, [status, number]) => sum + (isSuccess(Number(status)) ? number : 0), 0);

/** A round counts only when wrk has seen answers, and none that was refused or broken off. */
export function answered(sent, statuses = '') {
  if (sent.refused + sent.broken > 0) {
    throw new Unanswered(
      `Not all requests succeeded: ${statuses} wrk saw ${sent.refused} refused, ${sent.broken} broken off`,
    );
  }
  if (sent.requests === 0) throw new Unanswered('No request was answered in time');
}

/** The result counts only if every request succeeded and the server counted as many responses as wrk. */
function honest(sent, before, after) {
  const gained = Object.entries(after)
    .map(([status, number]) => [status, number - (before[status] ?? 0)])
    .filter(([, number]) => number > 0);
  const statuses = gained.map(([status, number]) => `${number} × ${status}`).join(', ');
  answered(sent, `${statuses};`);
  const good = successes(Object.fromEntries(gained));
  if (gained.some(([status]) => !isSuccess(Number(status))))
    throw new Unanswered(`Not all requests succeeded: ${statuses}`);
  if (good < sent.requests) {
    throw new Refusal(`wrk saw ${sent.requests} answers, the server counted ${good}: ${statuses}`);
  }
}
