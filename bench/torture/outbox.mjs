// kill -9 between the commit of a change and its delivery to a webhook, again and again, while the receiver is killed, is slow,
// answers 500 at random, or does not answer; on PostgreSQL also of one of two nodes. Each acknowledged change is delivered, those
// of a record in their order, and a message that is repeated has the same identifier.
import { setTimeout as pause } from 'node:timers/promises';
import { idOf } from '../product.mjs';
import { seededRandom } from '../random.mjs';
import { CompanyWriters } from './companies.mjs';
import { atLeast, atMost, format, zero } from './measured.mjs';
import { Messages, changesSince, lastNumber } from './messages.mjs';
import { MODES, Receiver } from './receiver.mjs';

const WEBHOOKS = '/api/backoffice/webhooks';

/** The longest time for which the receiver stays as it is, and from a commit to the kill, in milliseconds. */
const LONGEST = 3_000;
const FEW_LONGEST = 600;
const AFTER_COMMIT = 300;

/** What the receiver is in the rounds of the short run: no message is under way for long when the server is killed. */
const FEW_MODES = [
  ['slow', 'down'],
  ['failing', 'well'],
];

/** After how many seconds what is not delivered is lost. */
const GIVEN_UP = 600;

/**
 * A message whose next attempt is more than so many seconds away when the receiver is well again is sent again by an
 * administrator, as one would do after an outage; the short run waits for none.
 */
const PATIENCE = 60;

/** One run of the trial. */
class Run {
  acknowledged = [];
  kills = 0;
  /** Kills while changes were acknowledged and not yet delivered. */
  between = 0;
  replays = 0;
  cut = 0;
  nodes = [];

  static async open(given) {
    const run = Object.assign(new Run(), given);
    run.nodes.push(await run.app.serve());
    run.receiver = await Receiver.start(run.app.folder);
    const { url, secret } = run.receiver;
    run.since = await lastNumber(run.app);
    const admin = await run.app.signIn(run.nodes[0]);
    const { data } = await admin.requestOk('POST', WEBHOOKS, { url, events: ['companies.*'], secret });
    admin.end();
    run.deliveries = `${WEBHOOKS}/${idOf(data)}/deliveries`;
    return run;
  }

  /** The changes that are acknowledged and that the receiver does not have. */
  #undelivered(acknowledged) {
    return new Messages(this.receiver.receipts()).missing(acknowledged);
  }

  /** Waits until the first message has been received: a server notices a new webhook within a second or two. */
  async #received() {
    const started = performance.now();
    while (this.receiver.receipts().length === 0 && performance.now() - started < GIVEN_UP * 1000) await pause(50);
  }

  /** Kills a node in each round while clients write, and starts it again. */
  async kill(name, rounds) {
    const writers = await CompanyWriters.begin(this.app, name, this.nodes);
    await this.#received();
    for (let round = 1; round <= rounds; round += 1) {
      const random = seededRandom(name, round);
      const modes = this.isShort ? FEW_MODES[this.kills % 2] : [random.one(MODES), random.one(MODES)];
      for (const mode of modes) {
        await this.receiver.become(mode);
        await pause(random.below(this.isShort ? FEW_LONGEST : LONGEST));
      }
      await writers.next();
      await pause(random.below(AFTER_COMMIT));
      const at = random.below(this.nodes.length);
      const { port } = this.nodes[at];
      await this.nodes[at].kill();
      this.kills += 1;
      this.between += this.#undelivered(writers.acknowledged).length > 0 ? 1 : 0;
      this.nodes[at] = await this.app.serve({}, { port });
      if (round % 10 === 0)
        this.log(`${this.kills} kills, ${format(writers.acknowledged.length)} acknowledged changes`);
    }
    await writers.stop();
    this.acknowledged.push(...writers.acknowledged);
    this.cut += writers.cut;
  }

  /** Waits until the receiver, which is well now, has everything. Returns the seconds. */
  async deliver() {
    this.waiting = this.#undelivered(this.acknowledged).length;
    const started = performance.now();
    const seconds = () => (performance.now() - started) / 1000;
    await this.receiver.become('down');
    await this.receiver.become('well');
    const admin = await this.app.signIn(this.nodes.at(-1));
    const pending = async () => (await admin.get(`${this.deliveries}?state=pending&limit=1`)).total;
    const isDone = async () => this.#undelivered(this.acknowledged).length === 0 && (await pending()) === 0;
    while (!(await isDone()) && seconds() < GIVEN_UP) {
      await this.#replay(admin);
      await pause(this.isShort ? 200 : 2_000);
    }
    const taken = seconds();
    [this.pending, this.failed] = [await pending(), (await admin.get(`${this.deliveries}?state=failed`)).total];
    admin.end();
    return taken;
  }

  /** Sends again what waits for a later attempt. */
  async #replay(admin) {
    const until = Date.now() + (this.isShort ? 0 : PATIENCE) * 1000;
    const isFar = ({ attempts, nextAt }) => attempts > 0 && Date.parse(nextAt) > until;
    for (let [page, pages] = [1, 1]; page <= pages; page += 1) {
      const { items, totalPages } = await admin.get(`${this.deliveries}?state=pending&limit=100&page=${page}`);
      pages = totalPages;
      for (const one of items.filter(isFar)) {
        await admin.requestOk('POST', `${this.deliveries}/${idOf(one)}/replay`);
        this.replays += 1;
      }
    }
  }
}

export const OUTBOX = {
  name: 'outbox',
  what: 'kill -9 between commit and delivery, receivers that fail',
  seenToFail:
    'after each kill of the short run: with deliveries that are deleted, and with a cursor of events that is set forward (`lost`, `changes in the history without a message`), with one that is set back, and with other identifiers of deliveries (`changes with several ids`), with their numbers in reverse (`out of order`), with another type of event (`messages about no change`, `messages that say something else`, `ids of several changes`), and with another secret (`signatures that are not valid`, `not delivered at the end`).',
  databases: ['sqlite', 'postgres'],
  rounds: 100,
  few: 2,

  async run({ app, rounds, isShort, log }) {
    const run = await Run.open({ app, isShort, log });
    // The short run has as many on both databases.
    const each = isShort && app.isPostgres ? rounds / 2 : rounds;
    await run.kill('alone', each);
    if (app.isPostgres) {
      run.nodes.push(await app.serve());
      await run.kill('pair', each);
    }
    const seconds = await run.deliver();
    for (const node of run.nodes) await node.stop();
    const { acknowledged, receiver, kills, between, waiting, replays } = run;
    await receiver.kill();
    const messages = new Messages(receiver.receipts());
    const changes = await changesSince(app, run.since);
    return {
      counted: `${kills} kills${app.isPostgres ? `, ${each} of them of one of two nodes` : ''}, ${format(receiver.kills)} of the receiver; ${format(acknowledged.length)} acknowledged changes, ${format(messages.first.size)} messages, ${format(messages.repeats)} repeated; ${format(waiting)} waited when the receiver was well again, ${format(replays)} replays by an administrator`,
      measured: [
        ...messages.measured(acknowledged, changes, log),
        zero('not delivered at the end', run.pending + run.failed),
        zero('audit findings', await app.findings()),
        zero('panics', app.panics()),
        atMost('seconds until all was delivered', seconds, GIVEN_UP),
        atLeast('kills between commit and delivery', between, Math.ceil(0.8 * kills)),
        ...(isShort
          ? []
          : [atLeast('requests cut by a kill', run.cut, rounds / 2), atLeast('repeated', messages.repeats, 1)]),
      ],
    };
  },
};
