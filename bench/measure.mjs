// Measures the rows on one database.
import { AssertionError } from 'node:assert';
import { Client } from './client.mjs';
import { consensus, versions } from './counts.mjs';
import { ADMIN } from './fixture.mjs';
import { ownTicks, run } from './processes.mjs';
import { databaseOf } from './databases.mjs';
import { clientsOf } from './rows.mjs';
import { Server, mizan } from './server.mjs';
import { Refusal } from './settings.mjs';
import { Load } from './wrk.mjs';
import { allThere } from './written.mjs';

/** The seconds of warm-up: long enough for sixteen of the slowest responses. */
const WARM_UP = 4;

/** How often a row is measured. The best time counts, since other work of the machine can only make it worse. */
export const TIMES = 3;

/** Returns the results of the rows, the start-up time, and the memory of a server before its first request. */
export async function measure({ kind, binary, rows, seed, fixture, explorer, folder, settings, log }) {
  const database = databaseOf(kind);
  const ids = seed.ids();
  const tick = 1000 / Number(await run('getconf', ['CLK_TCK']));
  const result = { name: database.name, rows: {}, starts: [], idle: [] };
  const open = async () => {
    await database.open(seed, folder);
    await settle(binary, database.url);
  };
  await open();
  for (const row of rows) {
    const server = await Server.start(binary, database.url);
    result.starts.push(server.readyAfter);
    result.idle.push(server.resident());
    const measured = await right(row, database, () =>
      ofRow({ row, server, database, fixture, explorer, ids, folder, settings, tick, log }),
    );
    const warnings = await server.stop();
    if (warnings.trim())
      log(`${row.name} on ${database.name}: the server said\n${warnings.trim().split('\n').slice(0, 5).join('\n')}`);
    result.rows[row.name] = measured;
    if (row.writes && row !== rows.at(-1)) {
      await database.close();
      await open();
    }
  }
  await database.close();
  return result;
}

/** Does the periodic work of a serving process now, so that it does not run during a row. */
async function settle(binary, url) {
  const commands = await mizan(binary, url, ['--help']);
  if (/^ +figures /m.test(commands)) await mizan(binary, url, ['figures', 'rebuild']);
}

/** A wrong response ends the run with an error that names the row. */
async function right(row, database, work) {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AssertionError || error instanceof Refusal)) throw error;
    throw new Refusal(`${row.name} on ${database.name} is not answered as it must be. ${error.message}`);
  }
}

async function ofRow({ row, server, database, fixture, explorer, ids, folder, settings, tick, log }) {
  const admin = new Client(server.port, ADMIN);
  const people = (row.people ?? []).map((email) => new Client(server.port, email));
  const requests = row.requests(fixture, ids, explorer);
  const context = { admin, people, fixture, ids };
  const before = row.writes && (await versions(database, row.writes));
  await row.check(context, requests);
  const load = new Load(server.port, folder, row.pause);
  let cutOff = 0;
  const send = async (clients, seconds, isRetry = false) => {
    const tokens = [];
    for (const one of people.length > 0 ? people : [admin]) tokens.push(await one.token());
    load.take((await row.before?.(context, requests)) ?? requests, tokens);
    const answered = await server.answers(row.operation);
    const took = clock(server, database, tick);
    const sent = await load.send(clients, seconds);
    cutOff += clients;
    if (sent.requests === 0 && !isRetry) {
      log(
        `${row.name} on ${database.name}: no answer within ${seconds} s, as if the machine had stood still; once more`,
      );
      return send(clients, seconds, true);
    }
    const each = took().map((one) => (one === null ? null : one / sent.requests));
    honest(sent, answered, await server.answers(row.operation));
    return { sent, each };
  };
  const measured = {};
  let most = 0;
  for (const clients of clientsOf(row, settings.clients)) {
    await send(clients, WARM_UP);
    for (let time = 0; time < TIMES; time += 1) {
      const { sent, each } = await send(clients, settings.seconds);
      most = Math.max(most, sent.requests);
      const perSecond = (sent.requests * 1e6) / sent.microseconds;
      log(
        `${database.name} ${row.name} ${clients === 1 ? '1 client' : `${clients} clients`}: ${Math.round(perSecond)} requests/s`,
      );
      if (perSecond < (measured[clients]?.perSecond ?? 0)) continue;
      const [cpu, databaseCpu] = each;
      measured[clients] = {
        perSecond,
        p50: sent.p50 / 1000,
        p99: sent.p99 / 1000,
        cpu,
        databaseCpu,
        resident: server.resident(),
      };
    }
  }
  await row.after?.(context, requests, most);
  if (row.writes) {
    const answered = successes(await server.answers(row.operation));
    allThere(answered, (await versions(database, row.writes)) - before, cutOff);
    if (row.writes === 'estimations') await consensus(database);
  }
  for (const client of [admin, ...people]) client.end();
  return measured;
}

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

/** The result counts only if every request succeeded and the server counted as many responses as wrk. */
function honest(sent, before, after) {
  const gained = Object.entries(after)
    .map(([status, number]) => [status, number - (before[status] ?? 0)])
    .filter(([, number]) => number > 0);
  const statuses = gained.map(([status, number]) => `${number} × ${status}`).join(', ');
  const good = successes(Object.fromEntries(gained));
  if (sent.refused + sent.broken > 0 || gained.some(([status]) => !isSuccess(Number(status)))) {
    throw new Refusal(
      `Not all requests succeeded: ${statuses}; wrk saw ${sent.refused} refused, ${sent.broken} broken off`,
    );
  }
  if (sent.requests === 0 || good < sent.requests) {
    throw new Refusal(`wrk saw ${sent.requests} answers, the server counted ${good}: ${statuses}`);
  }
}
