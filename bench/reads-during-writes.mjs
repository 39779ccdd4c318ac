// R15: what reads take while one client saves units, beside what they take without it.
import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from './client.mjs';
import { databaseOf } from './databases.mjs';
import { ADMIN } from './fixture.mjs';
import { WARM_UP, answered, settle, timesOf } from './measure.mjs';
import { Product } from './product.mjs';
import { KINDS, requestsOf } from './rows.mjs';
import { Server } from './server.mjs';
import { Load } from './wrk.mjs';

/** The kind, which is several questions at a time: it is measured by itself. */
export const DURING_WRITES = { name: 'R15', row: 'R15' };

/** The kinds that are read: a list, a search, one record, the explorer. */
const READ = ['R1', 'R2.pairs', 'R4.1000', 'R5', 'R8.any'];

const CLIENTS = 16;

/** The units that are saved in a second. */
const SAVES = 50;

/** Rents that no unit has: each save is a change. */
function* newRents() {
  for (let rent = 30_001; ; rent += 2) yield rent;
}

/** Saves units until it is ended, which returns how many a second. */
function saving(admin, paths, rents) {
  const started = performance.now();
  const elapsed = () => performance.now() - started;
  const ended = new AbortController();
  const saved = (async () => {
    let at = 0;
    for (; !ended.signal.aborted; at += 1) {
      const yearlyRentInAED = rents.next().value;
      const { status } = await admin.request('PATCH', paths[at % paths.length], { yearlyRentInAED });
      assert.equal(status, 200);
      await pause(Math.max(0, ((at + 1) * 1000) / SAVES - elapsed()));
    }
    return (at * 1000) / elapsed();
  })();
  const end = () => {
    ended.abort();
    return saved;
  };
  return { end };
}

/** Returns for each kind its p50 without and beside writes, and how many units were saved in a second. */
export async function duringWrites({ database: kind, binary, seed, given, folder, settings, log }) {
  const database = databaseOf(kind);
  await database.open(seed, folder);
  await settle(binary, database.url);
  const server = await Server.start(binary, database.url);
  await server.rested();
  const admin = new Client(server.port, ADMIN);
  const product = new Product(given);
  const paths = given.fixture.units.slice(0, 10_000).map((unit) => product.view(unit)[1]);
  const reads = [];
  const rents = newRents();
  for (const read of KINDS.filter(({ name }) => READ.includes(name))) {
    const load = new Load(server.port, folder);
    load.take(read.requests?.(given) ?? requestsOf(read, product), [await admin.token()]);
    const p50 = async (seconds) => {
      const sent = await load.send(CLIENTS, seconds);
      answered(sent);
      return timesOf(sent).p50;
    };
    await p50(WARM_UP);
    const alone = await p50(settings.seconds);
    const writer = saving(admin, paths, rents);
    const during = await p50(settings.seconds);
    const saves = await writer.end();
    log(`${database.name} R15 ${read.name}: p50 ${alone.toFixed(2)} ms, beside writes ${during.toFixed(2)} ms`);
    reads.push({ name: read.name, alone, during, saves });
  }
  admin.end();
  await server.stop();
  await database.close();
  return { name: database.name, clients: CLIENTS, reads };
}
