// Clients that write companies, each one company after the other: it is created, changed, and deleted. They go on while nodes
// are killed, at the next node or when there is one again. A request without an answer is repeated in a way that changes
// nothing twice. The description of a company says which change it shows, so that the order of messages can be checked.
import { setTimeout as pause } from 'node:timers/promises';
import { seededRandom } from '../random.mjs';
import { idOf } from '../product.mjs';
import { Statuses } from './measured.mjs';

const COMPANIES = '/api/backoffice/companies';
const CLIENTS = 4;

/** The number of changes of each company, between its creation and its deletion. */
const CHANGES = 5;

/** The longest pause between two writes of a client, and the one before a request is repeated, in milliseconds. */
const LONGEST_PAUSE = 400;
const RETRY_DELAY = 50;

/** The statuses of requests that are repeated: refused for the moment, or stale because an answer got lost. */
const REPEATED = [409, 412, 503];

/** What the description of a company says after a change, and which change that was. */
const textOf = (change) => `Change ${change}`;
export const changeOf = ({ description }) => Number(description.replace('Change ', ''));

/** Ends a client's work. */
class Stopped extends Error {}

export class CompanyWriters {
  /** What was acknowledged: the company, the type of the event, and the version. */
  acknowledged = [];
  statuses = new Statuses();
  cut = 0;
  #isStopping = false;
  #waiting = [];

  /** Starts clients of the nodes in turn, which keep their ports; the names of their companies begin with `name`. */
  static async begin(app, name, nodes) {
    const writers = new CompanyWriters();
    const admin = await app.signIn(nodes[0]);
    writers.ports = nodes.map(({ port }) => port);
    writers.ends = Array.from({ length: CLIENTS }, (_, at) => writers.#work(admin, `${name}-${at}`, at));
    // A failure is reported to what waits for a change or for the end, which may be later.
    for (const end of writers.ends) end.catch(() => {});
    admin.end();
    return writers;
  }

  /** Waits until another change is acknowledged. */
  next() {
    return Promise.race([new Promise((resolve) => this.#waiting.push(resolve)), Promise.all(this.ends)]);
  }

  async stop() {
    this.#isStopping = true;
    await Promise.all(this.ends);
  }

  async #work(admin, name, at) {
    const random = seededRandom('companies', name);
    const session = { at, client: admin.at(this.ports[at % this.ports.length]) };
    try {
      for (let number = 1; ; number += 1) await this.#company(session, `${name}-${number}`, random);
    } catch (error) {
      if (!(error instanceof Stopped)) throw error;
    } finally {
      session.client.end();
    }
  }

  async #company(session, name, random) {
    const wait = () => pause(random.below(LONGEST_PAUSE));
    const body = { name, description: textOf(0) };
    const made = await this.#until(session, async () => {
      const answer = await this.#send(session, 'POST', COMPANIES, body, { 'idempotency-key': name });
      return answer?.status === 201 ? answer : null;
    });
    const id = idOf(JSON.parse(made.text));
    this.#acknowledge(id, 'created', 1);
    for (let change = 1; change <= CHANGES; change += 1) {
      await wait();
      await this.#until(session, () => this.#change(session, id, change));
      this.#acknowledge(id, 'updated', change + 1);
    }
    await wait();
    await this.#until(session, async () => {
      const answer = await this.#send(session, 'DELETE', `${COMPANIES}/${id}`);
      // One whose answer got lost has been deleted.
      return answer?.status === 204 || answer?.status === 404;
    });
    this.#acknowledge(id, 'deleted', CHANGES + 2);
    await wait();
  }

  /** Changes a company, unless it shows the change already. Returns whether it shows it now. */
  async #change(session, id, change) {
    const path = `${COMPANIES}/${id}`;
    const read = await this.#send(session, 'GET', path);
    if (read?.status !== 200) return false;
    if (changeOf(JSON.parse(read.text)) === change) return true;
    const match = { 'if-match': read.headers.etag };
    const answer = await this.#send(session, 'PATCH', path, { description: textOf(change) }, match);
    return answer?.status === 200;
  }

  #acknowledge(recordId, kind, version) {
    this.acknowledged.push({ recordId, type: `companies.${kind}`, version });
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  /** Attempts something until it succeeds, at the next node each time. */
  async #until(session, attempt) {
    for (;;) {
      const done = await attempt();
      if (done) return done;
      if (this.#isStopping) throw new Stopped();
      await pause(RETRY_DELAY);
      session.at += 1;
      session.client.port = this.ports[session.at % this.ports.length];
    }
  }

  /** Sends a request. Returns null when there was no answer. */
  async #send({ client }, method, path, body = null, headers = {}) {
    if (this.#isStopping) throw new Stopped();
    const answer = await client.request(method, path, body, headers).catch((error) => {
      if (!error.code) throw error;
      this.cut += error.code === 'ECONNREFUSED' ? 0 : 1;
      return null;
    });
    if (!answer) return null;
    this.statuses.add(answer.status);
    const isExpected = answer.status < 300 || answer.status === 404 || REPEATED.includes(answer.status);
    if (!isExpected) throw new Error(`${method} ${path} was answered ${answer.status}: ${answer.text.slice(0, 500)}`);
    return answer;
  }
}
