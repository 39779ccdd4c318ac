// The disk below the database fills up, and on SQLite fails, while clients write. A full disk is a small file system (where this
// user may mount one), a failing one a limit of the size of files. Writes are answered with 507 or 503, reads of SQLite go on,
// the process lives, and once there is room it writes again, without a restart. PostgreSQL itself may end when it has no room
// for its log: it is started again.
import { closeSync, cpSync, existsSync, mkdirSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { Postgres } from '../postgres.mjs';
import { atTheEnd, run } from '../processes.mjs';
import { UNITS } from '../product.mjs';
import { exactly, format, zero } from './measured.mjs';
import { Load } from './load.mjs';
import { Faults, check, checkTables } from './stored.mjs';

/** The size of the file system, in MiB. */
const SIZES = { sqlite: 64, postgres: 256 };

/** How much larger than it is a file may become when the disk fails, in bytes. */
const GROWTH = 64 * 1024;

const ALLOWED = ['2xx', 503, 507, 404, 412];

/** Ignores the signal that a write beyond the limit sends, so that it fails with an error instead. */
const WRAPPER = ['bash', '-c', `trap '' XFSZ; exec "$@"`, 'bash'];

/** Mounts a small file system. Returns the function that unmounts it; null where this user may not. */
async function mount(folder, size) {
  mkdirSync(folder, { recursive: true });
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${size}m`, 'tmpfs', folder]);
  } catch {
    return null;
  }
  const unmount = () => run('umount', ['-l', folder]);
  const done = atTheEnd(unmount);
  return () => {
    done();
    return unmount();
  };
}

/** Writes a file until the file system is full. */
function fill(file) {
  const zeros = Buffer.alloc(64 * 1024);
  const open = openSync(file, 'w');
  for (let size = zeros.length; size > 0;) {
    try {
      writeSync(open, zeros, 0, size);
    } catch (error) {
      if (error.code !== 'ENOSPC') throw error;
      size = Math.floor(size / 2);
    }
  }
  closeSync(open);
}

/** Moves the database to another folder. */
async function move(app, folder) {
  const { database } = app;
  if (app.isPostgres) await database.server.stop();
  cpSync(database.folder, folder, { recursive: true });
  await run('chown', ['-R', '--reference', database.folder, folder]);
  await run('chmod', ['--reference', database.folder, folder]);
  database.folder = folder;
  if (app.isPostgres) database.server = await Postgres.start(folder);
  app.url = app.isPostgres ? database.server.url : `sqlite://${folder}/mizan.db`;
}

/** Ways to take PostgreSQL's disk away: each returns how to give it back. */
function failuresOfPostgres({ database: { server, folder } }, isMounted) {
  const full = async () => {
    const file = join(folder, 'ballast');
    fill(file);
    return async () => {
      rmSync(file);
      if (!(await server.isRunning())) await server.resume();
    };
  };
  return isMounted ? [full] : [];
}

/** Ways to take SQLite's disk away. */
function failuresOfSqlite(app, node, isMounted) {
  const database = join(app.database.folder, 'mizan.db');
  /** Gives the disk back what the write-ahead log has room for: otherwise many commits fit before one needs the disk. */
  const truncate = () =>
    run('sqlite3', [database, 'PRAGMA busy_timeout = 10000; PRAGMA wal_checkpoint(TRUNCATE)'], { cwd: '/' });
  const full = async () => {
    await truncate();
    const file = join(app.database.folder, 'ballast');
    fill(file);
    return () => rmSync(file);
  };
  const failing = async () => {
    await truncate();
    const sizes = [database, `${database}-wal`].filter(existsSync).map((file) => statSync(file).size);
    await run('prlimit', ['--pid', String(node.pid), `--fsize=${Math.min(...sizes) + GROWTH}:unlimited`]);
    return () => run('prlimit', ['--pid', String(node.pid), '--fsize=unlimited:unlimited']);
  };
  return isMounted ? [full, failing] : [failing];
}

export const DISK = {
  name: 'disk',
  what: 'the disk is full, then fails',
  seenToFail: 'with errors of the disk that are not mapped (a client ends with a 500).',
  databases: ['sqlite', 'postgres'],
  rounds: 10,
  few: 1,
  fewOn: ['sqlite'],

  async run({ app, rounds, log }) {
    const small = join(app.folder, 'small');
    const unmount = await mount(small, SIZES[app.kind]);
    if (unmount) await move(app, join(small, 'database'));
    else log('no file system can be mounted here: only errors of writes');
    try {
      return await withoutDisk({ app, rounds, log, isMounted: unmount !== null });
    } finally {
      // What runs on the file system ends before it is taken away.
      if (unmount) await app.close();
      await unmount?.();
    }
  },
};

async function withoutDisk({ app, rounds, log, isMounted }) {
  const node = await app.serve({}, { wrapper: WRAPPER });
  const load = await Load.begin(app, 'd', [node]);
  const reader = await app.signIn(node);
  let [reads, phases, untouched] = [0, 0, 0];
  await load.successes(50);
  for (let round = 1; round <= rounds; round += 1) {
    const failures = app.isPostgres ? failuresOfPostgres(app, isMounted) : failuresOfSqlite(app, node, isMounted);
    for (const take of failures) {
      const refused = () => load.statuses.of(503) + load.statuses.of(507);
      const before = refused();
      const giveBack = await take();
      phases += 1;
      // Free pages of the file are used first.
      for (let tried = 0; refused() < before + 16 && tried < 400; tried += 1) await load.responses(8);
      if (refused() === before) untouched += 1;
      if (!app.isPostgres && (await reader.request('GET', `${UNITS}?limit=5`)).status !== 200) reads += 1;
      await giveBack();
      await load.successes(50);
    }
  }
  const ends = await load.stop();
  const isAlive = node.isAlive;
  const faults = new Faults();
  await check(reader, load.written, faults);
  reader.end();
  await node.kill();
  const findings = await checkTables(app, faults);
  return {
    counted: `${phases} failures; ${format(load.acknowledged)} acknowledged writes; answers ${load.statuses}`,
    measured: [
      zero('other answers', load.statuses.except(...ALLOWED)),
      zero('without Retry-After', load.withoutRetry),
      zero('requests without an answer', ends.filter((end) => end !== 'stopped').length),
      ...faults.measured(log),
      zero('audit findings', findings),
      ...(app.isPostgres ? [] : [zero('refused reads', reads)]),
      phases > 0 ? zero('failures without effect', untouched) : { text: 'no disk to fill', passed: null },
      zero('panics', app.panics()),
      exactly('processes alive', isAlive ? 1 : 0, 1),
    ],
  };
}
