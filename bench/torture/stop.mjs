// SIGTERM while clients write: every request that was sent gets its whole answer, connections are refused only after that, and
// nothing acknowledged is lost.
//
// Seen to fail: with an exit at the signal (`requests without an answer`).
import { format, zero } from './measured.mjs';
import { Load } from './load.mjs';
import { Faults, check, checkTables } from './stored.mjs';

export const STOP = {
  name: 'stop',
  what: 'SIGTERM under load',
  databases: ['sqlite', 'postgres'],
  rounds: 20,
  few: 1,
  fewOn: ['postgres'],

  async run({ app, rounds, log }) {
    const faults = new Faults();
    let [acknowledged, cut, other, codes] = [0, 0, 0, 0];
    for (let round = 1; round <= rounds; round += 1) {
      // Without and with the time that a balancer needs to notice.
      const stopping = await app.serve({ MIZAN_DRAIN_SECONDS: String(round % 2) });
      const load = await Load.begin(app, `s${round}`, [stopping]);
      await load.responses(60);
      codes += (await stopping.terminate()) === 0 ? 0 : 1;
      const ends = await load.ended();
      cut += ends.filter((end) => end === 'cut').length;
      other += load.statuses.except('2xx');
      acknowledged += load.acknowledged;
      const node = await app.serve();
      const admin = await app.signIn(node);
      await check(admin, load.written, faults);
      admin.end();
      await node.stop();
    }
    const findings = await checkTables(app, faults);
    return {
      counted: `${rounds} stops, ${format(acknowledged)} acknowledged writes`,
      measured: [
        zero('requests without an answer', cut),
        zero('other answers', other),
        ...faults.measured(log),
        zero('audit findings', findings),
        zero('unclean exits', codes),
        zero('panics', app.panics()),
      ],
    };
  },
};
