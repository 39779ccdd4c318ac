// What a binary offers: operations, the explorer's declarations, and what units can be filtered and sorted by.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from './client.mjs';
import { ADMIN, PASSWORD } from './fixture.mjs';
import { Server, mizan } from './server.mjs';

/** Creates an account, with what comes before the @ as its name. */
export async function account(binary, database, email, role) {
  const name = email.split('@')[0];
  const args = ['user', 'create', '--email', email, '--first-name', name, '--role', role, '--password-stdin'];
  await mizan(binary, database, args, { input: `${PASSWORD}\n` });
}

/** Reads the document of a binary, and asks it on an empty database what units can be filtered by. */
export async function offeredBy(binary, folder) {
  const document = JSON.parse(await mizan(binary, 'sqlite:///nowhere/mizan.db', ['openapi']));
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
  const explorer = operations.find((one) => one['x-explorer'])?.['x-explorer'];
  const empty = join(folder, 'offered');
  rmSync(empty, { recursive: true, force: true });
  const database = `sqlite://${join(empty, 'mizan.db')}`;
  await mizan(binary, database, ['migrate']);
  await account(binary, database, ADMIN, 'admin');
  const server = await Server.start(binary, database);
  const admin = new Client(server.port, ADMIN);
  // Without those that are computed from other tables: they are no field of a unit, and lists cannot be sorted by them.
  const all = await admin.get('/api/backoffice/units/filter-definitions');
  const definitions = all.filter((one) => one.hasIndex);
  admin.end();
  await server.stop();
  rmSync(empty, { recursive: true });
  return { operations: new Set(operations.map((one) => one.operationId)), explorer, definitions };
}
