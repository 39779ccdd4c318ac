// Enters the data of `fixture.mjs` into a database as users would: accounts and tables at the command line, estimates over
// HTTP by their estimators, so that history, consensus and search indexes are real. PostgreSQL gets the same data from a
// backup, with the same identifiers, so that both receive the same requests. Both are verified by counting in SQL. The seed is
// stored in target/bench/ for the next run.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from './client.mjs';
import { seeded } from './counts.mjs';
import { enterProjects, enterUnits } from './entry.mjs';
import { ADMIN, ESTIMATORS, estimate, estimatorsOf, fixtureOf } from './fixture.mjs';
import { postgresAt, sqliteAt } from './databases.mjs';
import { account } from './offered.mjs';
import * as postgres from './postgres.mjs';
import { recipe } from './recipe.mjs';
import { Server, mizan } from './server.mjs';

/** The number of concurrent submissions. */
const CONCURRENT = 4;

export class Seed {
  /** The seed with this number of units by this binary, with or without estimates, whether it has been entered or not. */
  static async of(binary, rows, hasEstimates, folder) {
    const name = `${rows}-${await recipe(binary, rows, hasEstimates, folder)}`;
    return Seed.within(join(folder, name), binary, hasEstimates);
  }

  /** The seed of `make bench` on SQLite, entered without estimates where none is there. */
  static async entered(binary, rows, folder, log) {
    const whole = await Seed.of(binary, rows, true, folder);
    if (whole.has('sqlite')) return whole;
    const seed = await Seed.of(binary, rows, false, folder);
    if (!seed.has('sqlite')) await seed.sqlite(fixtureOf(rows), log);
    return seed;
  }

  /** The seed in `folder`, which may not have been entered yet. */
  static within(folder, binary, hasEstimates) {
    const database = `sqlite://${join(folder, 'sqlite/mizan.db')}`;
    return Object.assign(new Seed(), { folder, binary, hasEstimates, database });
  }

  /** The folder with the seeded files of a database. */
  at(kind) {
    return join(this.folder, kind);
  }

  has(kind) {
    return existsSync(join(this.folder, `${kind}.done`));
  }

  #done(kind) {
    writeFileSync(join(this.folder, `${kind}.done`), '');
  }

  /** The identifiers of all records, in the order of the fixture, and the time when the units were entered. */
  ids() {
    return JSON.parse(readFileSync(join(this.folder, 'ids.json'), 'utf8'));
  }

  async sqlite(fixture, log) {
    rmSync(this.folder, { recursive: true, force: true });
    mkdirSync(this.at('sqlite'), { recursive: true });
    await mizan(this.binary, this.database, ['migrate']);
    await account(this.binary, this.database, ADMIN, 'admin');
    for (const email of ESTIMATORS) await account(this.binary, this.database, email, 'estimations');
    log('projects and units');
    const ids = await this.#tables(fixture);
    writeFileSync(join(this.folder, 'ids.json'), JSON.stringify(ids));
    if (this.hasEstimates) {
      log('estimates');
      await this.#estimates(fixture, ids);
    }
    // Collects planner statistics, as each start of a server does.
    await mizan(this.binary, this.database, ['migrate']);
    await seeded(sqliteAt(this.at('sqlite')), fixture, this.hasEstimates);
    this.#done('sqlite');
  }

  async #tables(fixture) {
    const place = { binary: this.binary, database: this.database, folder: this.folder };
    const ids = await enterProjects(place, fixture);
    const entered = Date.now();
    return { entered, ...ids, units: await enterUnits(place, fixture, ids) };
  }

  async #estimates({ projects, units }, ids) {
    const server = await Server.start(this.binary, this.database);
    const estimators = ESTIMATORS.map((email) => new Client(server.port, email));
    for (const estimator of estimators) await estimator.token();
    const unitsOf = projects.map(() => []);
    for (const unit of units) unitsOf[unit.project].push(unit);
    const submissions = projects.flatMap((_, project) =>
      estimatorsOf(project).map((estimator) => ({ project, estimator })),
    );
    const submit = async () => {
      for (let next = submissions.shift(); next; next = submissions.shift()) {
        const { project, estimator } = next;
        const assessments = unitsOf[project].map((unit) => ({
          unitId: ids.units[unit.at],
          ...estimate(unit, estimator),
        }));
        await estimators[estimator].requestOk('POST', '/api/assessments/submissions', {
          projectId: ids.projects[project],
          assessments,
        });
      }
    };
    await Promise.all(Array.from({ length: CONCURRENT }, submit));
    estimators.forEach((estimator) => estimator.end());
    await server.stop();
  }

  async postgres(fixture, log) {
    const [folder, backup] = [this.at('postgres'), join(this.folder, 'desk.mizan')];
    rmSync(folder, { recursive: true, force: true });
    rmSync(backup, { force: true });
    log('from a backup');
    await mizan(this.binary, this.database, ['backup', backup]);
    await postgres.create(folder);
    const server = await postgres.Postgres.start(folder);
    await mizan(this.binary, server.url, ['restore', backup]);
    // What autovacuum would do within minutes, so that it does not run during a row.
    await server.query('VACUUM ANALYZE');
    await server.query('CHECKPOINT');
    await seeded(postgresAt(server), fixture, this.hasEstimates);
    await server.stop();
    rmSync(backup);
    this.#done('postgres');
  }
}
