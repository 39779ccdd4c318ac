// The app under test of a trial: a database of its own with a few projects and units, and the nodes that serve it.
import { chmodSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '../client.mjs';
import { databaseOf } from '../databases.mjs';
import { ADMIN, ESTIMATORS, fixtureOf } from '../fixture.mjs';
import { Seed } from '../seed.mjs';
import { Server, environment, mizan } from '../server.mjs';
import { Refusal } from '../settings.mjs';

/** A rotation has at most ten of these projects. */
const PROJECTS = 12;
const UNITS_PER_PROJECT = 20;

/** A few units of each project: of every tenth unit of the bench's fixture. */
export function smallFixture() {
  const fixture = fixtureOf(PROJECTS * UNITS_PER_PROJECT * 10);
  return { ...fixture, units: fixture.units.filter(({ at }) => at % 10 === 0) };
}

/** Enters the data that all trials begin with, once for the run. PostgreSQL gets it from a backup. */
export async function prepare(binary, folder, databases, log) {
  // The user postgres must be able to reach its cluster.
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o755);
  const seed = Seed.within(join(folder, 'seed'), binary, false);
  for (const kind of new Set(['sqlite', ...databases])) await seed[kind](smallFixture(), (what) => log(`  ${what}`));
  return seed;
}

export class App {
  nodes = [];
  #sessions = new Map();
  #isClosed = false;

  /** Opens a copy of the seeded database. */
  static async open({ binary, seed, folder, kind }) {
    const app = new App();
    Object.assign(app, { binary, seed, kind, folder: join(folder, 'app') });
    app.ids = seed.ids();
    app.database = databaseOf(kind);
    await app.database.open(seed, app.folder);
    app.url = app.database.url;
    return app;
  }

  get isPostgres() {
    return this.kind === 'postgres';
  }

  /** The settings of all nodes and commands: without them images on PostgreSQL are outside of the run's folder. */
  get #settings() {
    return { MIZAN_MEDIA_FOLDER: join(this.folder, 'media') };
  }

  /** Moves all data to an empty database, in place of the one that it was opened with. */
  async move(database) {
    const backup = join(this.folder, 'moved.mizan');
    await this.mizan(['backup', backup]);
    await this.database.close();
    Object.assign(this, { database, url: database.url });
    await this.mizan(['restore', backup]);
    rmSync(backup);
  }

  /** Starts a node. `settings` are variables of its environment, `wrapper` is a command that executes it. */
  async serve(settings = {}, { port = null, wrapper = [] } = {}) {
    // Tokens are issued in the name of the public URL, which is one for all nodes.
    const first = this.nodes[0]?.port;
    const common = first ? { MIZAN_PUBLIC_URL: `http://127.0.0.1:${first}` } : {};
    const all = { ...this.#settings, ...common, ...settings };
    const node = await Server.start(this.binary, this.url, { settings: all, port, wrapper });
    this.nodes.push(node);
    return node;
  }

  /** Runs a command of the binary on the database. */
  mizan(args, options) {
    return mizan(this.binary, this.url, args, { env: environment(this.url, 0, this.#settings), ...options });
  }

  /** A client of a node. Each user signs in once, in a session that outlives the nodes. */
  async signIn(node, email = ADMIN) {
    if (!this.#sessions.has(email)) this.#sessions.set(email, new Client(node.port, email));
    const session = this.#sessions.get(email);
    session.port = node.port;
    await session.token();
    return session.at(node.port);
  }

  /** Forgets the session of a user, which has ended. */
  forget(email) {
    this.#sessions.get(email)?.end();
    this.#sessions.delete(email);
  }

  estimator(node, at) {
    return this.signIn(node, ESTIMATORS[at % ESTIMATORS.length]);
  }

  /** The number that a query counts. */
  async count(sql) {
    return Number(await this.database.query(`SELECT count(*) FROM ${sql}`));
  }

  /** The findings of `mizan audit verify`. */
  async findings() {
    try {
      const printed = await this.mizan(['audit', 'verify']);
      return printed.trim().endsWith('OK') ? 0 : 1;
    } catch (error) {
      if (error instanceof Refusal) return 1;
      throw error;
    }
  }

  /** The log lines of internal errors and panics of all nodes. */
  internalErrors() {
    const lines = this.nodes.flatMap(({ process }) => process.printed.err.split('\n'));
    return lines.filter((line) => line.includes('internal error') || line.includes('panicked'));
  }

  /** The panics in the logs of all nodes. */
  panics() {
    return this.nodes.reduce((sum, { process }) => sum + process.printed.err.split('panicked').length - 1, 0);
  }

  async close() {
    if (this.#isClosed) return;
    this.#isClosed = true;
    for (const session of this.#sessions.values()) session.end();
    for (const node of this.nodes) await node.kill();
    await this.database.close();
    rmSync(this.#settings.MIZAN_MEDIA_FOLDER, { recursive: true, force: true });
  }
}
