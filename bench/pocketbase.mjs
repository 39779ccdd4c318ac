// PocketBase, the peer on SQLite: a backend in one program. It runs with its stock settings; collections have the rules
// and indexes that a user would give them.
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { PASSWORD } from './fixture.mjs';
import { COLUMNS, NUMBERS, writeTables } from './peer-rows.mjs';
import { PROGRAMS, Peer, ends } from './peers.mjs';
import { run, start } from './processes.mjs';
import { PAGE, wordsIn } from './questions.mjs';
import { freePort } from './server.mjs';

const PROGRAM = join(PROGRAMS, 'venv/bin/pocketbase');
const ROOT = 'root@bench.test';
const ESTIMATOR = 'estimator@bench.test';
const RULE = '@request.auth.role = "estimator"';
const RECORDS = (collection) => `/api/collections/${collection}/records`;

const INDEXES = {
  units: [
    'CREATE INDEX units_status ON units (status, bedrooms, yearlyRentInAED)',
    'CREATE INDEX units_project ON units (project, bedrooms)',
  ],
  assessments: ['CREATE INDEX assessments_unit ON assessments (unit, estimator)'],
};
const GROUPS = `SELECT (project || '-' || bedrooms) AS id, project, bedrooms, COUNT(*) AS units,
  AVG(yearlyRentInAED) AS rent FROM units GROUP BY project, bedrooms`;

const SIGNS = {
  equals: '=',
  not_equals: '!=',
  greater_than: '>',
  greater_than_or_equal: '>=',
  less_than: '<',
  less_than_or_equal: '<=',
};

const query = (parameters) => new URLSearchParams(parameters).toString().replaceAll('+', '%20');

/** The options for all of its files to be in one folder: it writes migrations of its collections beside the data. */
const placed = (folder) => [`--dir=${folder}`, `--migrationsDir=${join(folder, 'migrations')}`];

export const version = async () =>
  (await run(PROGRAM, ['--version'])).trim().replace('pocketbase version', 'PocketBase');

export class PocketBase extends Peer {
  name = 'PocketBase';
  ready = '/api/health';
  /** The most records of a page. */
  mostGroups = 1_000;

  key(at) {
    return `r${String(at + 1).padStart(14, '0')}`;
  }

  /** Its fields are never null. */
  missing(field) {
    return NUMBERS.includes(field) ? 0 : '';
  }

  async start(folder) {
    this.port = await freePort();
    const address = `--http=127.0.0.1:${this.port}`;
    this.process = start(PROGRAM, ['serve', address, ...placed(folder)], { cwd: '/' });
  }

  async #signIn(client, collection, identity) {
    const path = `/api/collections/${collection}/auth-with-password`;
    const { text } = await client.send('POST', path, { body: { identity, password: PASSWORD } });
    return JSON.parse(text).token;
  }

  token() {
    return this.#signIn(this.client, 'users', ESTIMATOR);
  }

  /** Makes the collections over HTTP, and enters the rows with SQLite's own program. */
  async seed(folder) {
    mkdirSync(folder, { recursive: true });
    await run(PROGRAM, ['superuser', 'upsert', ROOT, PASSWORD, ...placed(folder)], { cwd: '/' });
    await this.start(folder);
    await this.untilReady();
    const { client } = this;
    const headers = { authorization: await this.#signIn(client, '_superusers', ROOT) };
    const send = async (method, path, body) => {
      const answer = await client.send(method, path, { headers, body });
      if (answer.status !== 200) throw new Error(`PocketBase answered ${method} ${path} with ${answer.text}`);
      return JSON.parse(answer.text);
    };
    const users = await send('GET', '/api/collections/users');
    await send('PATCH', '/api/collections/users', { fields: [...users.fields, { name: 'role', type: 'text' }] });
    const account = { email: ESTIMATOR, password: PASSWORD, passwordConfirm: PASSWORD, role: 'estimator' };
    await send('POST', RECORDS('users'), account);
    const rules = Object.fromEntries(['list', 'view', 'create', 'update'].map((what) => [`${what}Rule`, RULE]));
    const made = {};
    const field = (name) => {
      const of = { project: 'projects', developer: 'developers', unit: 'units' }[name];
      if (of) return { name, type: 'relation', collectionId: made[of], maxSelect: 1 };
      if (name.endsWith('At')) return { name, type: 'autodate', onCreate: true, onUpdate: name === 'updatedAt' };
      return { name, type: NUMBERS.includes(name) ? 'number' : name === 'amenities' ? 'json' : 'text' };
    };
    for (const [name, columns] of Object.entries(COLUMNS)) {
      const fields = columns.filter((column) => column !== 'id').map(field);
      const collection = { name, type: 'base', fields, indexes: INDEXES[name] ?? [], ...rules };
      made[name] = (await send('POST', '/api/collections', collection)).id;
    }
    const groups = { name: 'groups', type: 'view', viewQuery: GROUPS, listRule: RULE, viewRule: RULE };
    await send('POST', '/api/collections', groups);
    await this.stop();
    writeTables(this, folder);
    for (const [name, columns] of Object.entries(COLUMNS)) {
      const file = join(folder, `${name}.csv`);
      const list = columns.map((column) => `"${column}"`).join(', ');
      const script = `.import --csv ${file} entered\nINSERT INTO ${name} (${list}) SELECT ${list} FROM entered;\nDROP TABLE entered;\n`;
      await run('sqlite3', ['-bail', join(folder, 'data.db')], { input: script });
      rmSync(file);
    }
    await run('sqlite3', [join(folder, 'data.db'), 'VACUUM; ANALYZE; PRAGMA wal_checkpoint(TRUNCATE);']);
  }

  #condition(condition) {
    const { field, type, operator, value, secondValue } = condition;
    const name = field === '_id' ? 'id' : field;
    const literal = (one) => {
      if (['_id', 'project', 'developer'].includes(field)) return JSON.stringify(this.key(one));
      return JSON.stringify(one);
    };
    if (type === 'date') {
      if (operator === 'not_equals') {
        const [from, to] = ends({ operator: 'between', value, secondValue: value });
        return `(${name}<"${from} 00:00:00.000Z"||${name}>="${to} 00:00:00.000Z")`;
      }
      const [from, to] = ends(condition);
      const parts = [from && `${name}>="${from} 00:00:00.000Z"`, to && `${name}<"${to} 00:00:00.000Z"`];
      return parts.filter(Boolean).join('&&');
    }
    if (operator === 'between') return `${name}>=${value}&&${name}<=${secondValue}`;
    if (operator === 'in') return `(${value.map((one) => `${name}=${literal(one)}`).join('||')})`;
    if (operator === 'not_in') return value.map((one) => `${name}!=${literal(one)}`).join('&&');
    if (operator === 'contains') return `${name}~${literal(value)}`;
    if (operator === 'not_contains') return `${name}!~${literal(value)}`;
    if (operator === 'starts_with') return `${name}~${literal(`${value}%`)}`;
    if (operator === 'ends_with') return `${name}~${literal(`%${value}`)}`;
    return `${name}${SIGNS[operator]}${literal(value)}`;
  }

  list({ conditions = [], sort = null, descending = false, page = 1, search = '' }) {
    const sign = descending ? '-' : '';
    const by = { project: 'project.name', developer: 'developer.name', _id: 'id' }[sort] ?? sort ?? 'id';
    const parameters = { perPage: PAGE, page, sort: by === 'id' ? `${sign}id` : `${sign}${by},${sign}id` };
    const filters = conditions.map((one) => this.#condition(one));
    filters.push(...wordsIn(search).map((word) => `title~${JSON.stringify(word)}`));
    if (filters.length > 0) parameters.filter = filters.join('&&');
    return ['GET', `${RECORDS('units')}?${query(parameters)}`];
  }

  listed({ text }) {
    const { totalItems, items } = JSON.parse(text);
    return { total: totalItems, records: items, units: items.map(({ id }) => this.unitOf(id)) };
  }

  view(unit) {
    return ['GET', `${RECORDS('units')}/${this.id(unit)}`];
  }

  change(unit) {
    return ['PATCH', `${RECORDS('units')}/${this.id(unit)}`, 1, '{"yearlyRentInAED":{n}}'];
  }

  save({ unit, estimator }) {
    const own = `"unit":"${this.id(unit)}","estimator":${estimator + 1},"estimatedYearlyRentInAED":{n}`;
    const body = `{${own},"estimatedCapitalAppreciationPercentage":4.5,"confidenceScore":75}`;
    return ['POST', RECORDS('assessments'), 1, body];
  }

  recordIn({ text }) {
    return JSON.parse(text);
  }

  /** A view collection cannot be filtered by what it was grouped from, and there is one for each question. */
  groups({ by, isFiltered }) {
    if (by || isFiltered) return null;
    return ['GET', `${RECORDS('groups')}?${query({ perPage: this.mostGroups, skipTotal: 1 })}`];
  }

  groupsIn({ text }) {
    return JSON.parse(text).items;
  }
}
