// Migrations forth and back with many units: the history loses its numbers and hashes, as it was before them, and the next start
// gives them to it again. Everything is there afterwards, and history and audit agree.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { csv, unitsOf } from '../entry.mjs';
import { fixtureOf } from '../fixture.mjs';
import { run } from '../processes.mjs';
import { smallFixture } from './app.mjs';
import { exactly, format, zero } from './measured.mjs';

const FOLDER = join(import.meta.dirname, '../../kernel/migrations');

/** The migration that copies the history: the longest one. */
const VERSION = '20261125000000';

/** The units of one import. */
const PART = 50_000;

/** The statements that take the migration back. */
function down(isPostgres) {
  const files = [`${VERSION}_audit.${isPostgres ? 'postgres' : 'none'}.sql`, `${VERSION}_audit.sql`];
  const file = files.map((name) => join(FOLDER, name)).find(existsSync);
  return readFileSync(file, 'utf8').split('-- migrate:down')[1];
}

/** Imports units into the projects that there are, in parts. */
async function enter(app, rows) {
  const folder = join(app.folder, 'import');
  mkdirSync(folder, { recursive: true });
  const { developers, projects } = smallFixture();
  const file = join(folder, 'units.csv');
  const { units } = fixtureOf(rows);
  for (let first = 0; first < rows; first += PART) {
    const part = units.slice(first, first + PART);
    const numbered = part.map((one) => ({ ...one, project: one.at % projects.length, unitNumber: `M-${one.at}` }));
    writeFileSync(file, csv(...unitsOf({ developers, projects, units: numbered }, app.ids)));
    await app.mizan(['import', 'units', file]);
  }
  rmSync(folder, { recursive: true });
}

async function script(app, text) {
  if (app.isPostgres) return app.database.server.script(text);
  return run('sqlite3', ['-bail', join(app.database.folder, 'mizan.db')], { input: text });
}

export const MIGRATIONS = {
  name: 'migrations',
  what: 'migrations back and forth with many units',
  seenToFail: 'with a row of the history deleted in between (`versions`).',
  databases: ['sqlite', 'postgres'],
  rounds: 1,

  async run({ app, rounds, rows, log }) {
    await enter(app, rows);
    log(`${format(rows)} units entered`);
    const counts = async () => [await app.count('units'), await app.count('changes'), await app.count('accounts')];
    const [units, versions, accounts] = await counts();
    let seconds = 0;
    for (let round = 1; round <= rounds; round += 1) {
      await script(
        app,
        `BEGIN;\n${down(app.isPostgres)}\nDELETE FROM __diesel_schema_migrations WHERE version = '${VERSION}';\nCOMMIT;\n`,
      );
      const started = performance.now();
      await app.mizan(['migrate']);
      seconds = Math.max(seconds, (performance.now() - started) / 1000);
    }
    const after = await counts();
    const findings = await app.findings();
    const node = await app.serve();
    const admin = await app.signIn(node);
    const { total } = await admin.get('/api/backoffice/units?limit=1');
    admin.end();
    await node.stop();
    return {
      counted: `${format(units)} units, ${format(versions)} versions; forth in ${seconds.toFixed(1)} s`,
      measured: [
        exactly('units', after[0], units),
        exactly('versions', after[1], versions),
        exactly('accounts', after[2], accounts),
        exactly('units listed', total, units),
        zero('audit findings', findings),
      ],
    };
  },
};
