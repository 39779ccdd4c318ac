// R14: a backup of the seeded database, and its restore into an empty one.
import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { databaseOf } from './databases.mjs';
import { mizan } from './server.mjs';

/** The kind, which is no question: it is measured by itself. */
export const BACKUP = { name: 'R14', row: 'R14' };

async function seconds(work) {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1000;
}

const COUNTED = ['units', 'changes', 'assessments'];

const counts = (database) =>
  Promise.all(COUNTED.map(async (table) => Number(await database.query(`SELECT count(*) FROM ${table}`))));

/** Returns the bytes of a backup, the counts of its records, and the seconds of making and of restoring it. */
export async function backingUp({ database: kind, binary, seed, folder, log }) {
  const file = join(folder, `${kind}.mizan`);
  const database = databaseOf(kind);
  await database.open(seed, folder);
  const made = await seconds(() => mizan(binary, database.url, ['backup', file]));
  const counted = await counts(database);
  await database.close();
  const empty = databaseOf(kind);
  await empty.create(folder);
  const restored = await seconds(() => mizan(binary, empty.url, ['restore', file]));
  assert.deepEqual(await counts(empty), counted);
  await empty.close();
  log(`${empty.name} R14: made in ${made.toFixed(1)} s, restored in ${restored.toFixed(1)} s`);
  const [units, versions, estimates] = counted;
  return { name: empty.name, bytes: statSync(file).size, units, versions, estimates, made, restored };
}
