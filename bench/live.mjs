// make live-times: what open connections of live lists cost, and how soon they say what has changed.
//
//   node bench/live.mjs BINARY [CONNECTIONS] [ROWS]
//
// On ROWS units (100,000) with SQLite, CONNECTIONS (500) clients follow units. Memory is what the server process has more with
// them than without, from /proc. Then units are saved one after the other: a time begins when the response of the save has
// arrived, and ends when the last of all connections has received the event; negative where that was sooner. Fails when the
// connections take 100 MB, or an event a second. Use an idle machine.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { join, resolve } from 'node:path';
import { main, milliseconds, quantile, sorted } from './browser.mjs';
import { Client } from './client.mjs';
import { databaseOf } from './databases.mjs';
import { ADMIN } from './fixture.mjs';
import { commit, machine, today } from './machine.mjs';
import { account } from './offered.mjs';
import { UNITS, idOf, query } from './product.mjs';
import { Seed } from './seed.mjs';
import { Server } from './server.mjs';
import { Refusal, whole } from './settings.mjs';

const MOST_MB = 100;
const MOST_MS = 1000;
/** How many connections one account opens, which has a limit. */
const OF_ONE = 25;
/** How many units are saved. */
const SAVES = 40;
/** After so long an event is lost. */
const PATIENCE = 10_000;

const print = (text) => process.stdout.write(`${text}\n`);

/** Follows units; `received` is called with the identifiers of each event. Resolves when the connection is open. */
function follow(port, token, received) {
  const agent = new Agent({ keepAlive: false });
  const path = '/api/backoffice/live?resources=units';
  const headers = { authorization: `Bearer ${token}` };
  return new Promise((opened, refused) => {
    const sent = request({ agent, host: '127.0.0.1', port, path, headers }, (answer) => {
      if (answer.statusCode !== 200) refused(new Refusal(`A connection was refused: ${answer.statusCode}`));
      let rest = '';
      answer.setEncoding('utf8').on('data', (part) => {
        const lines = (rest + part).split('\n');
        rest = lines.pop();
        for (const line of lines) {
          if (line.startsWith('data: ')) received(JSON.parse(line.slice('data: '.length)).ids);
          if (line.startsWith('id: ')) opened(answer);
        }
      });
      answer.once('error', () => {});
    });
    sent.once('error', refused).end();
  });
}

/** Saves a unit. Resolves with the milliseconds from the response until all connections have the event. */
async function save(admin, [number, unit], waiting, connections) {
  const arrived = new Promise((all, lost) => {
    const timer = setTimeout(() => lost(new Refusal('An event did not arrive')), PATIENCE);
    waiting.set(unit, { left: connections, all: () => (clearTimeout(timer), all(performance.now())) });
  });
  const { status } = await admin.request('PATCH', `${UNITS}/${unit}`, { totalAreaInSqFt: 10_000 + number });
  if (status !== 200) throw new Refusal(`A save was refused: ${status}`);
  const answered = performance.now();
  return (await arrived) - answered;
}

async function measure(server, followers) {
  const admin = new Client(server.port, ADMIN);
  const units = JSON.parse((await admin.request('GET', `${UNITS}?${query({ limit: SAVES })}`)).text).items.map(idOf);
  const tokens = [];
  for (const email of followers) {
    const client = new Client(server.port, email);
    tokens.push(await client.token());
    client.end();
  }
  await server.rested();
  const before = server.resident().all;
  const waiting = new Map();
  const received = (ids) => {
    for (const id of ids) {
      const one = waiting.get(id);
      if (one !== undefined && (one.left -= 1) === 0) one.all();
    }
  };
  const opening = tokens.flatMap((token) => Array.from({ length: OF_ONE }, () => follow(server.port, token, received)));
  const open = await Promise.all(opening);
  await server.rested();
  const after = server.resident().all;
  const times = [];
  for (const unit of units.entries()) times.push(await save(admin, unit, waiting, open.length));
  open.forEach((answer) => answer.destroy());
  admin.end();
  return { memory: (after - before) / 1e6, times: sorted(times) };
}

await main(async ([path, numberOfConnections = '', units = '']) => {
  if (!path) throw new Refusal('Say which binary: node bench/live.mjs target/release/mizan');
  const binary = resolve(path);
  const count = whole('connections', numberOfConnections || '500', 1, 10_000);
  const rows = whole('rows', units || '100000', 200, 2_000_000);
  const folder = join(import.meta.dirname, '../target/bench');
  mkdirSync(folder, { recursive: true });
  const seed = await Seed.entered(binary, rows, folder, (what) => print(`Entering ${what}`));
  const own = mkdtempSync(join(folder, 'live-'));
  const database = databaseOf('sqlite');
  try {
    await database.open(seed, own);
    const followers = Array.from({ length: Math.ceil(count / OF_ONE) }, (_, at) => `follower-${at}@bench.test`);
    for (const email of followers) await account(binary, database.url, email, 'admin');
    const settings = {
      MIZAN_LIVE_CONNECTIONS: String(followers.length * OF_ONE),
      MIZAN_CONNECTIONS_PER_ADDRESS: String(2 * count + OF_ONE),
    };
    const server = await Server.start(binary, database.url, { settings });
    try {
      const { memory, times } = await measure(server, followers);
      print(`${machine()}\n${rows.toLocaleString('en-US')} units on SQLite; commit ${await commit()}, ${today()}\n`);
      print(`${followers.length * OF_ONE} connections: ${memory.toFixed(1)} MB`);
      const [median, worst] = [quantile(times, 0.5), times.at(-1)].map((time) => milliseconds(time).trim());
      print(`A save at the last of them: median ${median}, worst ${worst} after its response`);
      return memory < MOST_MB && times.at(-1) < MOST_MS;
    } finally {
      await server.stop();
    }
  } finally {
    await database.close();
    rmSync(own, { recursive: true, force: true });
  }
});
