// The identity of a seed, which is reused while it stays the same: the number of units, the code that makes and enters
// them, and what the binary makes of an empty database, its migrations and search indexes.
import { createHash } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { run } from './processes.mjs';
import { mizan } from './server.mjs';

/** The digest of all that. */
export async function recipe(binary, rows, hasEstimates, folder) {
  const file = join(folder, 'empty/mizan.db');
  rmSync(dirname(file), { recursive: true, force: true });
  await mizan(binary, `sqlite://${file}`, ['migrate']);
  const schemaQuery = 'SELECT name, sql FROM sqlite_master ORDER BY name';
  const versions = 'SELECT version FROM __diesel_schema_migrations ORDER BY version';
  const tables = await run('sqlite3', ['-readonly', file, `${schemaQuery}; ${versions}`]);
  rmSync(dirname(file), { recursive: true, force: true });
  const digest = createHash('sha256').update(`${rows} ${hasEstimates}`).update(tables);
  for (const name of ['csv', 'entry', 'fixture', 'random', 'seed', 'words'])
    digest.update(readFileSync(join(import.meta.dirname, `${name}.mjs`)));
  return digest.digest('hex').slice(0, 12);
}
