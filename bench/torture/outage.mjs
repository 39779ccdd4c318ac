// PostgreSQL goes away while clients write: it crashes and starts again, its connections are cut one by one, a lock keeps the
// answers of a table back for longer than a write may wait, and all its processes stop where they are. Clients get nothing but
// 503 (or 507) with a Retry-After, none waits much longer than its deadline, and the node heals without a restart.
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from '../client.mjs';
import { atMost, zero } from './measured.mjs';
import { Load } from './load.mjs';
import { Faults, check, checkTables } from './stored.mjs';

/** How many connections are cut in a round. */
const CUTS = 10;

/** How long the lock is held, in seconds: longer than a write waits for one. */
const LOCKED = 12;

/** The deadline of reads, in seconds. A write is waited for 15 seconds, and then as long as PostgreSQL answers. */
const READS = 8;

/** How long all processes stand still, in seconds: longer than any request may wait. */
const FROZEN = 25;

/** How long a request may wait, in seconds. */
const PATIENCE = 20;

/** The statuses that clients may get: 404 and 412 for what has been done by a request whose answer got lost. */
const ALLOWED = ['2xx', 503, 507, 404, 412];

const CUT_ONE = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE backend_type = 'client backend' AND pid <> pg_backend_pid() ORDER BY random() LIMIT 1`;
const LOCK = `BEGIN; LOCK TABLE units IN ACCESS EXCLUSIVE MODE; SELECT pg_sleep(${LOCKED}); COMMIT`;

/** The status of `/healthz`, which needs no database. */
async function health(node) {
  const stranger = new Client(node.port);
  const { status } = await stranger.send('GET', '/healthz').catch(() => ({ status: 0 }));
  stranger.end();
  return status;
}

export const OUTAGE = {
  name: 'outage',
  what: 'PostgreSQL crashes, cuts connections, answers late or not at all',
  seenToFail:
    'with errors of the database that are not mapped to 503 (a client ends with a 500), with a 503 that names no time (`without Retry-After`), and with reads that have no deadline (`slowest answer`).',
  databases: ['postgres'],
  rounds: 10,
  few: 1,

  async run({ app, rounds, isShort, log }) {
    const node = await app.serve({ MIZAN_LONG_READ_SECONDS: String(READS) });
    const { server } = app.database;
    const load = await Load.begin(app, 'o', [node]);
    let [healed, unhealthy, freezes] = [0, 0, 0];
    const heals = async (what) => {
      const started = performance.now();
      await load.successes(50);
      const seconds = (performance.now() - started) / 1000;
      healed = Math.max(healed, seconds);
      log(`${what}: healed after ${seconds.toFixed(1)} s`);
    };
    const healthy = async () => (unhealthy += (await health(node)) === 200 ? 0 : 1);
    await load.successes(50);
    for (let round = 1; round <= rounds; round += 1) {
      await server.interrupt();
      await load.responses(50);
      await healthy();
      await server.resume();
      await heals('crash');
      for (let cut = 1; cut <= CUTS; cut += 1) {
        await server.query(CUT_ONE);
        await load.successes(5);
      }
      await heals(`${CUTS} cut connections`);
      const locked = server.query(LOCK);
      await load.responses(8);
      await healthy();
      await locked;
      await heals('lock');
      if (isShort) continue;
      const goOn = await server.freeze();
      await pause(FROZEN * 1000);
      await healthy();
      await goOn();
      await heals('freeze');
      freezes += 1;
    }
    const ends = await load.stop();
    const faults = new Faults();
    const admin = await app.signIn(node);
    await check(admin, load.written, faults);
    admin.end();
    await node.kill();
    const findings = await checkTables(app, faults);
    const slowest = load.latencies.reduce((one, other) => Math.max(one, other), 0) / 1000;
    return {
      counted: `${rounds} crashes, ${rounds * CUTS} cuts, ${rounds} locks, ${freezes} freezes; answers ${load.statuses}`,
      measured: [
        zero('other answers', load.statuses.except(...ALLOWED)),
        zero('without Retry-After', load.withoutRetry),
        zero('requests without an answer', ends.filter((end) => end !== 'stopped').length),
        ...faults.measured(log),
        zero('audit findings', findings),
        zero('unhealthy', unhealthy),
        zero('panics', app.panics()),
        // Tests have no bounds of time.
        ...(isShort
          ? []
          : [atMost('heals within', healed, 30, ' s'), atMost('slowest answer', slowest, PATIENCE, ' s')]),
        ...(load.statuses.of(503) > 0 ? [] : [zero('no request was refused', 1)]),
      ],
    };
  },
};
