// kill -9 while a change set is applied, and while it is undone, at a random moment of it and beside clients that write. After
// the restart all of it is there or nothing, the state of the set says which, and the same request brings it to its end. What
// others have written meanwhile stays.
import { setTimeout as pause } from 'node:timers/promises';
import { cells } from '../csv.mjs';
import { UNITS, filterOf, idOf } from '../product.mjs';
import { seededRandom } from '../random.mjs';
import { Load } from './load.mjs';
import { atLeast, format, zero } from './measured.mjs';
import { Faults, check, checkTables } from './stored.mjs';
import { unitTable } from './unit-table.mjs';

const SETS = '/api/backoffice/change-sets';

/** The records of a set, and those in the short run: more than SQLite writes in one transaction. */
const ROWS = 2_000;
const FEW_ROWS = 500;

/** The units that are changed begin with this, those of imports with another letter; those of `Load` with none of both. */
const CHANGED = 'U';
const IMPORTED = 'I';

/** The part of its usual time after which a request is always over, so that some kills come after its end. */
const AT_MOST = 1.1;

const isOf = (letter) => (unit) => unit.unitNumber.startsWith(letter);

/** All units of sets as an export shows them, by their numbers, without the time of their latest change. */
async function unitsOfSets(client) {
  const { text } = await client.request('GET', `${UNITS}/export?format=csv`);
  const [header, ...lines] = text.trim().split('\n').map(cells);
  const record = (line) => Object.fromEntries(header.map((name, at) => [name, line[at]]));
  const units = lines.map(record).filter((unit) => isOf(CHANGED)(unit) || isOf(IMPORTED)(unit));
  for (const unit of units) delete unit.updatedAt;
  return units.toSorted((one, other) => (idOf(one) < idOf(other) ? -1 : 1));
}

const isSame = (some, others) => JSON.stringify(some) === JSON.stringify(others);

/** The kinds of sets: how one is planned, and whether `after` is all that it makes of `before`. */
const KINDS = {
  update: {
    plan: (client, { rent }) =>
      client.request('POST', SETS, {
        resource: 'units',
        update: { yearlyRentInAED: rent },
        where: { filters: JSON.parse(filterOf({ field: 'unitNumber', operator: 'starts_with', value: CHANGED })) },
      }),
    isAll: (before, after, { rent }) =>
      isSame(
        after,
        before.map((unit) => (isOf(CHANGED)(unit) ? { ...unit, yearlyRentInAED: String(rent) } : unit)),
      ),
  },
  import: {
    plan: (client, { app, name, rows }) =>
      client.upload(`${UNITS}/import?plan=true`, 'units.csv', unitTable(app, `${IMPORTED}${name}N`, rows)),
    isAll(before, after, { name, rows }) {
      const isNew = isOf(`${IMPORTED}${name}N`);
      const others = after.filter((unit) => !isNew(unit));
      return after.length === before.length + rows && isSame(others, before);
    },
  },
};

/** One run of the trial: what was found, and how long requests take that are not cut. */
class Run {
  faults = new Faults();
  cut = 0;
  /** Requests that were done when the server was killed, and those of which nothing was left. */
  done = 0;
  nothing = 0;
  acknowledged = 0;
  usual = new Map();

  constructor(app) {
    this.app = app;
  }

  async open() {
    this.node = await this.app.serve();
    this.client = await this.app.signIn(this.node);
  }

  /** Plans a set; returns it with the units before. */
  async plan(kind, of) {
    const before = await unitsOfSets(this.client);
    const answer = await KINDS[kind].plan(this.client, of);
    if (answer.status !== 201) throw new Error(`planning was answered ${answer.status}: ${answer.text.slice(0, 500)}`);
    return { kind, of, before, id: idOf(JSON.parse(answer.text)) };
  }

  /** Applies or undoes a set, and waits for the answer. */
  async perform(set, verb) {
    const started = performance.now();
    const answer = await this.client.request('POST', `${SETS}/${set.id}/${verb}`, {});
    this.usual.set(`${set.kind} ${verb}`, performance.now() - started);
    return answer;
  }

  /** Applies or undoes a set while clients write, and kills the server at a part of the time that this takes. */
  async performAndKill(set, verb, { name, part }) {
    const load = await Load.begin(this.app, name, [this.node], 2);
    await load.responses(4);
    const sent = this.client.request('POST', `${SETS}/${set.id}/${verb}`, {}).catch(() => null);
    await pause(part * AT_MOST * this.usual.get(`${set.kind} ${verb}`));
    await this.node.kill();
    const answer = await sent;
    await load.ended();
    this.client.end();
    await this.open();
    this.cut += answer ? 0 : 1;
    this.acknowledged += load.acknowledged;
    await check(this.client, load.written, this.faults);
    const isDone = await this.finish(set, verb, answer);
    this[isDone ? 'done' : 'nothing'] += 1;
  }

  /** Checks what is there of a request, and brings it to its end. Returns whether it had been done. */
  async finish(set, verb, answer) {
    const [was, is] = verb === 'apply' ? ['planned', 'applied'] : ['applied', 'undone'];
    const { state } = await this.client.get(`${SETS}/${set.id}`);
    this.#expect(set, `${verb} and kill`, state, [was, is]);
    if (answer?.status === 200 && state !== is) this.faults.lost.push(`${set.of.name}: ${verb} was acknowledged`);
    await this.#whole(set, `${verb} and kill`, state);
    if (state === was) {
      const again = await this.perform(set, verb);
      if (again.status !== 200)
        this.faults.lost.push(`${set.of.name}: ${verb} again: ${again.status} ${again.text.slice(0, 300)}`);
    }
    const { state: last } = await this.client.get(`${SETS}/${set.id}`);
    this.#expect(set, verb, last, [is]);
    await this.#whole(set, verb, last);
    return state === is;
  }

  #expect(set, what, state, states) {
    if (!states.includes(state)) this.faults.half.push(`${set.of.name}, ${what}: the set is ${state}`);
  }

  /** Checks that units are what the state of a set says: all that it makes of them when it is applied, else as before. */
  async #whole(set, what, state) {
    const after = await unitsOfSets(this.client);
    const isRight = state === 'applied' ? KINDS[set.kind].isAll(set.before, after, set.of) : isSame(set.before, after);
    if (!isRight) this.faults.half.push(`${set.of.name}, ${what}: units are not those of a set that is ${state}`);
  }
}

export const SETS_KILLED = {
  name: 'sets',
  what: 'kill -9 while change sets are applied and undone',
  seenToFail: 'with a journal that is emptied after the kill (`half`; `lost`: the second application is refused).',
  databases: ['sqlite', 'postgres'],
  rounds: 50,
  few: 1,

  async run({ app, rounds, isShort, log }) {
    const rows = isShort ? FEW_ROWS : ROWS;
    const run = new Run(app);
    await run.open();
    const made = await run.client.upload(`${UNITS}/import`, 'units.csv', unitTable(app, CHANGED, rows));
    if (made.status !== 200) throw new Error(`the import was answered ${made.status}: ${made.text.slice(0, 500)}`);
    // The first round is not cut: it shows how long each takes.
    for (let round = 0; round <= rounds; round += 1) {
      const random = seededRandom('kills of sets', round);
      for (const kind of Object.keys(KINDS)) {
        const set = await run.plan(kind, { app, name: `${round}${kind}`, rows, rent: 60_001 + round });
        for (const verb of ['apply', 'undo']) {
          const name = `${kind}${round}-${verb}`;
          if (round === 0) await run.finish(set, verb, await run.perform(set, verb));
          else await run.performAndKill(set, verb, { name, part: random.next() });
        }
      }
      if (round % 10 === 0) log(`${4 * round} kills, ${format(run.acknowledged)} acknowledged writes of others`);
    }
    run.client.end();
    await run.node.stop();
    const findings = await checkTables(app, run.faults);
    return {
      counted: `${4 * rounds} kills: ${run.cut} before the answer, ${run.done} after the end of a request, ${run.nothing} before; ${format(run.acknowledged)} acknowledged writes of others`,
      measured: [
        ...run.faults.measured(log),
        zero('audit findings', findings),
        zero('panics', app.panics()),
        atLeast('requests cut by a kill', run.cut, rounds),
      ],
    };
  },
};
