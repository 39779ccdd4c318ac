// kill -9 while clients write, again and again on one database. Every acknowledged write is there afterwards, none is half
// there, each idempotency key still has its record, and history, audit and records agree.
import { atLeast, format, zero } from './measured.mjs';
import { Load } from './load.mjs';
import { Faults, check, checkTables } from './stored.mjs';

/** The least number of responses before a kill; a few more in each round, so that each comes at another moment. */
const RESPONSES = 60;

export const KILL = {
  name: 'kill',
  what: 'kill -9 under load',
  seenToFail:
    'with answers before the commit (`lost`, `twice`), with a history that lacks rows (`half`), and without stored keys (`lost`: the second creation is refused); with a panic in one of fifty writes a client ends with a 500.',
  databases: ['sqlite', 'postgres'],
  rounds: 100,
  few: 2,

  async run({ app, rounds, log }) {
    const [all, faults] = [[], new Faults()];
    let [node, acknowledged, cut] = [await app.serve(), 0, 0];
    for (let round = 1; round <= rounds; round += 1) {
      const load = await Load.begin(app, `k${round}`, [node]);
      await load.responses(RESPONSES + ((7 * round) % 64));
      await node.kill();
      const ends = await load.ended();
      cut += ends.filter((end) => end === 'cut').length;
      acknowledged += load.acknowledged;
      node = await app.serve();
      const admin = await app.signIn(node);
      await check(admin, load.written, faults);
      admin.end();
      all.push(...load.written);
      if (round % 10 === 0) log(`${round} kills, ${format(acknowledged)} acknowledged writes`);
    }
    // Once more at the end: a later kill must not take away what was there after an earlier one.
    const admin = await app.signIn(node);
    await check(admin, all, faults);
    admin.end();
    await node.stop();
    const findings = await checkTables(app, faults);
    return {
      counted: `${rounds} kills, ${format(acknowledged)} acknowledged writes`,
      measured: [
        ...faults.measured(log),
        zero('audit findings', findings),
        zero('panics', app.panics()),
        atLeast('requests cut by a kill', cut, rounds),
      ],
    };
  },
};
