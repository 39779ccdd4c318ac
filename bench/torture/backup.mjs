// A backup while clients write and upload pictures, restored into an empty place: it has everything that was acknowledged before
// it began, and is consistent, as of one moment: it has each picture that a record refers to.
import { mkdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '../client.mjs';
import { databaseOf } from '../databases.mjs';
import { ADMIN } from '../fixture.mjs';
import { atLeast, format, zero } from './measured.mjs';
import { Load } from './load.mjs';
import { Pictures } from './pictures.mjs';
import { App } from './app.mjs';
import { Faults, check, checkTables } from './stored.mjs';

/** The projects that get pictures. A project has at most forty. */
const PROJECTS = 4;

/** An empty place of the same kind of database. */
async function elsewhere(app) {
  const other = Object.assign(new App(), { binary: app.binary, kind: app.kind, ids: app.ids });
  other.database = databaseOf(app.kind);
  other.folder = join(app.folder, 'elsewhere');
  mkdirSync(other.folder, { recursive: true });
  await other.database.create(other.folder);
  other.url = other.database.url;
  return other;
}

/** What had been acknowledged when the backup began: it must be there, and what came later may be. */
const snapshotOf = (written) =>
  written.filter(({ id }) => id).map((one) => ({ ...one, requested: one.requested + 100 }));

export const BACKUP = {
  name: 'backup',
  what: 'backup under load, restored elsewhere',
  seenToFail: 'with a backup that reads each table at another moment: what it wrote cannot be restored (`ended`).',
  databases: ['sqlite', 'postgres'],
  rounds: 5,
  few: 1,
  fewOn: ['sqlite'],

  async run({ app, rounds, log }) {
    const faults = new Faults();
    let [checked, meanwhile, findings, size, other, panics] = [0, 0, 0, 0, 0, 0];
    const seen = { there: 0, lost: 0, unlike: 0 };
    const node = await app.serve();
    const pictures = new Pictures(await app.signIn(node), app.ids.projects.slice(0, PROJECTS));
    for (let round = 1; round <= rounds; round += 1) {
      const load = await Load.begin(app, `b${round}`, [node]);
      await load.successes(60);
      await pictures.add();
      const before = snapshotOf(load.written);
      const pictured = pictures.acknowledged;
      load.restartCounts();
      const file = join(app.folder, `${round}.mizan`);
      await pictures.addAround(() => app.mizan(['backup', file]));
      meanwhile += load.restartCounts().total;
      await load.stop();
      other += load.statuses.except('2xx');
      size = statSync(file).size;
      const place = await elsewhere(app);
      try {
        await place.mizan(['restore', file]);
        findings += await checkTables(place, faults, { isRestored: true });
        // Sessions are not restored.
        const restored = await place.serve();
        const admin = new Client(restored.port, ADMIN);
        await check(admin, before, faults);
        const found = await pictures.compare(admin, pictured);
        for (const kind of Object.keys(seen)) seen[kind] += found[kind];
        admin.end();
        await restored.stop();
        panics += place.panics();
      } finally {
        await place.close();
        rmSync(file);
      }
      checked += before.length;
    }
    pictures.client.end();
    await node.stop();
    return {
      counted: `${rounds} backups of ${format(Math.round(size / 1024))} KiB, ${format(checked)} units written before them, ${seen.there} pictures in them`,
      measured: [
        ...faults.measured(log),
        zero('pictures lost', seen.lost),
        zero('pictures served otherwise', seen.unlike),
        zero('audit findings', findings),
        zero('refused writes', other),
        zero('panics', panics + app.panics()),
        atLeast('answers meanwhile', meanwhile, rounds),
        atLeast('pictures', seen.there, rounds * PROJECTS),
      ],
    };
  },
};
