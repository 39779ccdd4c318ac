// The databases that rows are measured on: copies of the seeded one, so that no row affects another.
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Postgres, create as createCluster } from './postgres.mjs';
import { run } from './processes.mjs';

/** Copies a folder and flushes it to disk before anything is measured. */
export async function copy(from, to) {
  rmSync(to, { recursive: true, force: true });
  mkdirSync(join(to, '..'), { recursive: true });
  await run('cp', ['-a', '--reflink=auto', from, to]);
  await run('sync', ['-f', to]);
}

class OnSqlite {
  name = 'SQLite';
  /** Whether searches have a table of their own. */
  searches = true;

  async open(seed, folder) {
    this.folder = join(folder, 'sqlite');
    await copy(seed.at('sqlite'), this.folder);
    this.url = `sqlite://${this.folder}/mizan.db`;
  }

  /** Sets the place of a database that does not exist yet. */
  async create(folder) {
    this.folder = join(folder, 'sqlite-new');
    rmSync(this.folder, { recursive: true, force: true });
    this.url = `sqlite://${this.folder}/mizan.db`;
  }

  /** The seeded file, for counting. */
  static seeded(folder) {
    return Object.assign(new OnSqlite(), { folder });
  }

  query(sql) {
    return run('sqlite3', ['-readonly', join(this.folder, 'mizan.db'), sql]);
  }

  /** Does what the database would do some time after writes. */
  async settle() {}

  /** The processor time of the database apart from the server: none, it runs in the same process. */
  ticks() {
    return null;
  }

  async close() {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

class OnPostgres {
  name = 'PostgreSQL';
  searches = false;

  async open(seed, folder) {
    this.folder = join(folder, 'postgres');
    await copy(seed.at('postgres'), this.folder);
    this.server = await Postgres.start(this.folder);
    this.url = this.server.url;
  }

  /** Creates an empty database. */
  async create(folder) {
    this.folder = join(folder, 'postgres-new');
    rmSync(this.folder, { recursive: true, force: true });
    await createCluster(this.folder);
    this.server = await Postgres.start(this.folder);
    this.url = this.server.url;
  }

  /** The seeded server, for counting. */
  static seeded(server) {
    return Object.assign(new OnPostgres(), { server });
  }

  query(sql) {
    return this.server.query(sql);
  }

  settle() {
    return this.server.query('VACUUM ANALYZE');
  }

  ticks() {
    return this.server.ticks();
  }

  async close() {
    await this.server.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

export const databaseOf = (kind) => (kind === 'postgres' ? new OnPostgres() : new OnSqlite());
export const { seeded: sqliteAt } = OnSqlite;
export const { seeded: postgresAt } = OnPostgres;
