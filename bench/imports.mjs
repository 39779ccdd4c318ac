// R13: units in one CSV file, uploaded into a fresh database that has their projects.
import assert from 'node:assert/strict';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
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

/** The kind, which is no question: it is measured by itself. */
export const IMPORT = { name: 'R13', row: 'R13', needs: 'unit_import' };

/** Imports on a database. Returns the number of units and, of the better of two rounds, seconds and the most memory. */
export async function importing({ database, binary, rows, folder, log }) {
  const fixture = fixtureOf(Math.min(rows, MOST));
  const first = await once({ database, binary, fixture, folder, log });
  const rounds = [first, ...(first.seconds > LONG ? [] : [await once({ database, binary, fixture, folder, log })])];
  return { units: fixture.units.length, ...rounds.toSorted((one, other) => one.seconds - other.seconds)[0] };
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
  const answer = await admin.upload('/api/backoffice/units/import', 'units.csv', csv(...unitsOf(fixture, ids)));
  const seconds = (performance.now() - started) / 1000;
  clearInterval(watch);
  const all = server.resident().most;
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
