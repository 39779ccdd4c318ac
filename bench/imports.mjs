// R13: units in one CSV file, uploaded into a fresh database that has their projects.
import assert from 'node:assert/strict';
import { mkdirSync, rmSync } from 'node:fs';
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

/** After this many seconds an import is given up. */
const TOO_LONG = 600;

/** The kind, which is no question: it is measured by itself. */
export const IMPORT = { name: 'R13', row: 'R13', needs: 'unit_import' };

/**
 * Imports on a database. Returns the number of units and, of the better of two rounds, seconds and the most memory; the
 * seconds are null when it was given up.
 */
export async function importing({ database, binary, rows, folder, log }) {
  const fixture = fixtureOf(Math.min(rows, MOST));
  const first = await once({ database, binary, fixture, folder, log });
  const isShort = first.seconds !== null && first.seconds < LONG;
  const rounds = [first, ...(isShort ? [await once({ database, binary, fixture, folder, log })] : [])];
  const [better] = rounds.toSorted((one, other) => (one.seconds ?? Infinity) - (other.seconds ?? Infinity));
  return { units: fixture.units.length, ...better };
}

async function once({ database: kind, binary, fixture, folder, log }) {
  const database = databaseOf(kind);
  await database.create(folder);
  await mizan(binary, database.url, ['migrate']);
  await account(binary, database.url, ADMIN, 'admin');
  const files = join(folder, 'import');
  mkdirSync(files, { recursive: true });
  const ids = await enterProjects({ binary, database: database.url, folder: files }, fixture);
  rmSync(files, { recursive: true });
  const server = await Server.start(binary, database.url);
  const admin = new Client(server.port, ADMIN);
  await admin.token();
  const most = { own: 0 };
  const watch = setInterval(() => (most.own = Math.max(most.own, server.resident().own)), SAMPLED);
  const started = performance.now();
  const upload = admin.upload('/api/backoffice/units/import', 'units.csv', csv(...unitsOf(fixture, ids)));
  // Giving up cuts the upload off.
  upload.catch(() => {});
  const giveUp = new AbortController();
  const answer = await Promise.race([
    upload,
    pause(TOO_LONG * 1000, null, { signal: giveUp.signal }).catch(() => null),
  ]);
  giveUp.abort();
  const seconds = (performance.now() - started) / 1000;
  clearInterval(watch);
  const all = server.resident().most;
  if (answer === null) {
    log(`${database.name} R13: given up after ${TOO_LONG} s`);
    admin.end();
    await server.kill();
    await database.close();
    return { name: database.name, seconds: null, all, own: most.own };
  }
  assert.equal(answer.status, 200, answer.text.slice(0, 1000));
  assert.equal(JSON.parse(answer.text).created, fixture.units.length);
  for (const counted of ['units', "changes WHERE resource = 'units' AND action = 'create'"])
    assert.equal(Number(await database.query(`SELECT count(*) FROM ${counted}`)), fixture.units.length, counted);
  admin.end();
  await server.stop();
  await database.close();
  log(`${database.name} R13: ${fixture.units.length} units in ${seconds.toFixed(1)} s`);
  return { name: database.name, seconds, all, own: most.own };
}
