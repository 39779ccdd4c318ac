// What a binary offers: operations, the explorer's declarations, and what units can be filtered and sorted by.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from './client.mjs';
import { ADMIN, PASSWORD } from './fixture.mjs';
import { settingsOf } from './rules.mjs';
import { Server, mizan } from './server.mjs';

/** Creates an account, with what comes before the @ as its name; `settings` name a policy that is not built in. */
export async function account(binary, database, email, role, settings = {}) {
  const name = email.split('@')[0];
  const args = ['user', 'create', '--email', email, '--first-name', name, '--role', role, '--password-stdin'];
  await mizan(binary, database, args, { input: `${PASSWORD}\n`, settings });
}

/**
 * Reads on an empty database the document as an administrator sees it, or the user of a policy, and what units can be
 * filtered by.
 */
export async function offeredBy(binary, folder, policy = null) {
  const { email, role } = policy?.user ?? { email: ADMIN, role: 'admin' };
  const empty = join(folder, 'offered');
  rmSync(empty, { recursive: true, force: true });
  const database = `sqlite://${join(empty, 'mizan.db')}`;
  await mizan(binary, database, ['migrate']);
  const settings = await settingsOf(policy, binary, empty);
  await account(binary, database, email, role, settings);
  const server = await Server.start(binary, database, { settings });
  const client = new Client(server.port, email);
  const { paths } = await client.get('/api/openapi.json');
  const operations = Object.values(paths).flatMap((path) => Object.values(path));
  const explorer = operations.find((one) => one['x-explorer'])?.['x-explorer'];
  // Without those that are computed from other tables: they are no field of a unit, and lists cannot be sorted by them; and
  // without the user who created a unit, since the units of the fixture were created by no user.
  const all = await client.get('/api/backoffice/units/filter-definitions');
  const filters = all.filter((one) => one.hasIndex && one.key !== 'createdBy');
  // Who may not read all projects cannot sort units by them.
  const { parameters } = operations.find((one) => one.operationId === 'unit_list');
  const sorts = parameters.find(({ name }) => name === 'sortBy').schema.enum;
  const definitions = filters.map((one) => ({ ...one, isSort: sorts.includes(one.key) }));
  client.end();
  await server.stop();
  rmSync(empty, { recursive: true });
  return { operations: new Set(operations.map((one) => one.operationId)), explorer, definitions };
}
