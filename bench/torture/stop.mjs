// SIGTERM while clients write, one exports all units, and one imports some thousand: every request that was sent gets its whole
// answer, connections are refused only after that, and nothing acknowledged is lost. An import that gets no answer, as one that
// takes longer than a stop may, leaves nothing.
import { UNITS } from '../product.mjs';
import { atLeast, format, zero } from './measured.mjs';
import { Load } from './load.mjs';
import { Faults, check, checkTables } from './stored.mjs';
import { unitTable } from './unit-table.mjs';

/** The rows of an import. */
const ROWS = 2_000;

/** A request that takes long. `isOver` says whether it has ended, `answer` is null when it was cut. */
class Long {
  isOver = false;

  constructor(sending) {
    this.answer = sending.catch(() => null).finally(() => (this.isOver = true));
  }
}

/** The rows of a table in an answer; 0 of one that is cut or refused. */
const rowsOf = (answer) => (answer?.status === 200 ? answer.text.trim().split('\n').length - 1 : 0);

export const STOP = {
  name: 'stop',
  what: 'SIGTERM under load, an export and an import',
  seenToFail: 'with an exit at the signal (`requests without an answer`).',
  databases: ['sqlite', 'postgres'],
  rounds: 20,
  few: 1,
  fewOn: ['postgres'],

  async run({ app, rounds, isShort, log }) {
    const faults = new Faults();
    let [acknowledged, cut, other, codes] = [0, 0, 0, 0];
    let [partly, incomplete, underWay] = [0, 0, 0];
    for (let round = 1; round <= rounds; round += 1) {
      // Without and with the time that a balancer needs to notice.
      const stopping = await app.serve({ MIZAN_DRAIN_SECONDS: String(round % 2) });
      const user = await app.signIn(stopping);
      const rows = unitTable(app, `R${round}N`, ROWS);
      const load = await Load.begin(app, `s${round}`, [stopping]);
      await load.responses(40);
      const before = await app.count('units');
      const importing = new Long(user.upload(`${UNITS}/import`, 'units.csv', rows));
      const exporting = new Long(user.request('GET', `${UNITS}/export`));
      await load.responses(20);
      underWay += [importing, exporting].filter(({ isOver }) => !isOver).length;
      codes += (await stopping.terminate()) === 0 ? 0 : 1;
      const ends = await load.ended();
      const [imported, exported] = [await importing.answer, await exporting.answer];
      user.end();
      cut += ends.filter((end) => end === 'cut').length + [imported, exported].filter((answer) => !answer).length;
      other += load.statuses.except('2xx') + [imported, exported].filter((one) => one && one.status !== 200).length;
      incomplete += rowsOf(exported) < before ? 1 : 0;
      acknowledged += load.acknowledged;
      const node = await app.serve();
      const there = await app.count(`units WHERE unit_number LIKE 'R${round}N%'`);
      partly += there === ROWS || (there === 0 && !imported) ? 0 : 1;
      const admin = await app.signIn(node);
      await check(admin, load.written, faults);
      admin.end();
      await node.stop();
    }
    const findings = await checkTables(app, faults);
    return {
      counted: `${rounds} stops, ${format(acknowledged)} acknowledged writes; ${underWay} of ${2 * rounds} exports and imports were under way`,
      measured: [
        zero('requests without an answer', cut),
        zero('other answers', other),
        zero('exports without all rows', incomplete),
        zero('imports that are not all there', partly),
        // In one round both may have ended before.
        ...(isShort ? [] : [atLeast('exports and imports under way', underWay, rounds)]),
        ...faults.measured(log),
        zero('audit findings', findings),
        zero('unclean exits', codes),
        zero('panics', app.panics()),
      ],
    };
  },
};
