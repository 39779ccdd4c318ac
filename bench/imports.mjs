// R13: units in one CSV file, uploaded into a fresh database that has their projects. With more rows than such a file may
// have, all of them by the command line, too, and then as many as the file may have into the table that has them.
import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from './client.mjs';
import { csv, enterProjects, unitsOf } from './entry.mjs';
import { ADMIN, fixtureOf } from './fixture.mjs';
import { databaseOf } from './databases.mjs';
import { account } from './offered.mjs';
import { Server, mizan } from './server.mjs';

/** The most units of the file, which may have 50 MiB. */
const MOST = 100_000;

/** How often the server's own memory is read, in milliseconds. */
const SAMPLED = 50;

/** An import that takes longer than this many seconds is not repeated. */
const LONG = 60;

/** After this many seconds an upload is given up. */
const TOO_LONG = 600;

/** The kind, which is no question: it is measured by itself. */
export const IMPORT = { name: 'R13', row: 'R13', needs: 'unit_import' };

/**
 * Imports on a database. Returns the number of units and, of the better of two rounds, seconds and the most memory; the
 * seconds are null when it was given up. `large` is what the import of all rows took, and the one after it.
 */
export async function importing({ database, binary, rows, folder, log }) {
  const place = { kind: database, binary, folder, log };
  const fixture = fixtureOf(Math.min(rows, MOST));
  const first = await intoNothing(place, fixture);
  const isShort = first.seconds !== null && first.seconds < LONG;
  const rounds = [first, ...(isShort ? [await intoNothing(place, fixture)] : [])];
  const [better] = rounds.toSorted((one, other) => (one.seconds ?? Infinity) - (other.seconds ?? Infinity));
  const large = rows > MOST ? await intoMany(place, rows) : null;
  return { units: fixture.units.length, ...better, large };
}

/** A fresh database with the projects of a fixture. */
async function opened({ kind, binary, folder }, fixture) {
  const database = databaseOf(kind);
  await database.create(folder);
  await mizan(binary, database.url, ['migrate']);
  await account(binary, database.url, ADMIN, 'admin');
  const files = join(folder, 'import');
  mkdirSync(files, { recursive: true });
  const ids = await enterProjects({ binary, database: database.url, folder: files }, fixture);
  rmSync(files, { recursive: true });
  return { database, ids };
}

async function intoNothing(place, fixture) {
  const { database, ids } = await opened(place, fixture);
  const measured = await upload(place, database, csv(...unitsOf(fixture, ids)), fixture.units.length);
  await database.close();
  return measured;
}

/** Imports so many units, and then as many as a file may have. */
async function intoMany(place, rows) {
  const { binary, folder, log } = place;
  const fixture = fixtureOf(rows + MOST);
  const { database, ids } = await opened(place, fixture);
  const [header, units] = unitsOf(fixture, ids);
  const file = join(folder, 'units.csv');
  writeFileSync(file, csv(header, units.slice(0, rows)));
  const started = performance.now();
  await mizan(binary, database.url, ['import', 'units', file]);
  const seconds = (performance.now() - started) / 1000;
  log(`${database.name} R13: ${rows} units by the command line in ${seconds.toFixed(1)} s`);
  rmSync(file);
  const more = await upload(place, database, csv(header, units.slice(rows)), rows + MOST);
  await database.close();
  return { units: rows, seconds, more };
}

/** Uploads a table of units, after which there are `total`. */
async function upload({ binary, log }, database, table, total) {
  const server = await Server.start(binary, database.url);
  const admin = new Client(server.port, ADMIN);
  await admin.token();
  const most = { own: 0 };
  const watch = setInterval(() => (most.own = Math.max(most.own, server.resident().own)), SAMPLED);
  const started = performance.now();
  const sent = admin.upload('/api/backoffice/units/import', 'units.csv', table);
  // Giving up cuts the upload off.
  sent.catch(() => {});
  const giveUp = new AbortController();
  const answer = await Promise.race([sent, pause(TOO_LONG * 1000, null, { signal: giveUp.signal }).catch(() => null)]);
  giveUp.abort();
  const seconds = (performance.now() - started) / 1000;
  clearInterval(watch);
  const all = server.resident().most;
  if (answer === null) {
    log(`${database.name} R13: given up after ${TOO_LONG} s`);
    admin.end();
    await server.kill();
    return { name: database.name, seconds: null, all, own: most.own };
  }
  assert.equal(answer.status, 200, answer.text.slice(0, 1000));
  const { created } = JSON.parse(answer.text);
  for (const counted of ['units', "changes WHERE resource = 'units' AND action = 'create'"])
    assert.equal(Number(await database.query(`SELECT count(*) FROM ${counted}`)), total, counted);
  admin.end();
  await server.stop();
  log(`${database.name} R13: ${created} units in ${seconds.toFixed(1)} s, ${total} then`);
  return { name: database.name, seconds, all, own: most.own };
}
