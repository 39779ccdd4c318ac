// Clients that write as fast as they get answers, and record what was acknowledged. Each creates a unit with an idempotency
// key, changes it with If-Match, and saves an estimate of it. Every change sets two fields at once, so that half a change
// would be seen.
import { setTimeout as pause } from 'node:timers/promises';
import { UNITS, idOf } from '../product.mjs';
import { Statuses } from './measured.mjs';

const CLIENTS = 8;

/** The number of changes of each unit. */
const CHANGES = 3;

/** After how many units an API token is created. */
const TOKENS = 10;
const TOKEN_PATH = '/api/auth/tokens';

/** The delay before a client repeats a request that was answered with 503 or 507, in milliseconds. */
const RETRY_DELAY = 25;

/** The rent and the price of a unit's change. */
const fieldsOf = (change) => ({ yearlyRentInAED: 50_000 + change, purchasePriceInAED: 900_000 + change });

/** The number of the change that a unit shows; null when it shows half of one. */
export function changeOf({ yearlyRentInAED: rent, purchasePriceInAED: price }) {
  return rent - 50_000 === price - 900_000 ? rent - 50_000 : null;
}

/** The request that creates a unit. */
export const newUnit = (ids, number, project) => ({
  unitNumber: number,
  projectId: ids.projects[project],
  developerId: ids.developers[0],
  totalAreaInSqFt: 900,
  serviceChargesPerSqFt: 12,
  ...fieldsOf(0),
});

/** Ends a client's work: `stopped`, `closed` (its connection was refused) or `cut` (a request got no whole answer). */
class End extends Error {}

export class Load {
  written = [];
  statuses = new Statuses();
  latencies = [];
  /** The responses with 503 or 507 that do not say when to come back. */
  withoutRetry = 0;
  #stopping = false;
  #waiting = [];

  /** Starts clients of the nodes in turn; the numbers of their units begin with `name`. */
  static async begin(app, name, nodes, clients = CLIENTS) {
    const load = new Load();
    load.app = app;
    const pairs = await Promise.all(
      Array.from({ length: clients }, async (_, at) => {
        const node = nodes[at % nodes.length];
        return [await app.signIn(node), await app.estimator(node, at)];
      }),
    );
    load.ends = pairs.map(([admin, estimator], at) => load.#work(admin, estimator, `${name}-${at}`, at));
    // A failure is reported to what waits for responses or for the end, which may be later.
    for (const end of load.ends) end.catch(() => {});
    return load;
  }

  /** Waits for that many more responses, or until all clients have ended. */
  responses(count) {
    const reached = new Promise((resolve) => this.#waiting.push({ at: this.statuses.total + count, resolve }));
    return Promise.race([reached, Promise.all(this.ends)]);
  }

  /** Waits until that many more requests have succeeded, or all clients have ended. */
  async successes(count) {
    const enough = this.statuses.total - this.statuses.except('2xx') + count;
    while (this.statuses.total - this.statuses.except('2xx') < enough) {
      const before = this.statuses.total;
      await this.responses(1);
      if (this.statuses.total === before) return;
    }
  }

  /** Starts to count statuses and latencies again. Returns the statuses so far. */
  restartCounts() {
    const { statuses } = this;
    this.statuses = new Statuses();
    this.latencies = [];
    for (const one of this.#waiting) one.at -= statuses.total;
    return statuses;
  }

  /** Waits for the end of all clients. Returns how each ended. */
  async ended() {
    return Promise.all(this.ends);
  }

  async stop() {
    this.#stopping = true;
    return this.ended();
  }

  /** The number of writes that were acknowledged. */
  get acknowledged() {
    return this.written.reduce((sum, one) => sum + (one.id ? 1 + one.acknowledged : 0) + (one.estimate ? 1 : 0), 0);
  }

  async #work(admin, estimator, name, at) {
    try {
      for (let number = 1; ; number += 1) await this.#unit(admin, estimator, `${name}-${number}`, at);
    } catch (error) {
      if (error instanceof End) return error.message;
      throw error;
    } finally {
      admin.end();
      estimator.end();
    }
  }

  async #unit(admin, estimator, number, at) {
    const body = newUnit(this.app.ids, number, at % this.app.ids.projects.length);
    const unit = { number, body, id: null, acknowledged: 0, requested: 0, estimate: null, estimator: at };
    this.written.push(unit);
    const made = await this.#send(admin, 'POST', UNITS, body, { 'idempotency-key': number });
    unit.id = idOf(this.#expect(made, 201));
    let { etag } = made.headers;
    for (let change = 1; change <= CHANGES; change += 1) {
      unit.requested = change;
      etag = await this.#change(admin, unit, change, etag);
      unit.acknowledged = change;
    }
    const estimate = {
      unitId: unit.id,
      projectId: body.projectId,
      estimatedYearlyRentInAED: 60_000,
      estimatedCapitalAppreciationPercentage: 4.5,
      confidenceScore: 75,
    };
    const saved = await this.#send(estimator, 'POST', '/api/assessments', estimate, { 'idempotency-key': number });
    unit.estimate = idOf(this.#expect(saved, 201));
    if (this.written.length % TOKENS === 0) await this.#token(admin, number);
  }

  /** Creates an API token and revokes it: each stores an audit event in its transaction. */
  async #token(admin, number) {
    const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
    const made = await this.#send(
      admin,
      'POST',
      TOKEN_PATH,
      { name: number, expiresAt },
      { 'idempotency-key': number + TOKEN_PATH },
    );
    const revoked = await this.#send(admin, 'DELETE', `${TOKEN_PATH}/${idOf(this.#expect(made, 201))}`);
    // One whose answer got lost has been done.
    if (revoked.status !== 204 && revoked.status !== 404) this.#expect(revoked, 204);
  }

  /** Changes a unit. A change whose answer got lost has been made, if the unit shows it. */
  async #change(admin, unit, change, etag) {
    const path = `${UNITS}/${unit.id}`;
    const answer = await this.#send(admin, 'PATCH', path, fieldsOf(change), { 'if-match': etag });
    if (answer.status === 200) return answer.headers.etag;
    const read = await this.#send(admin, 'GET', path);
    if (answer.status === 412 && changeOf(this.#expect(read, 200)) === change) return read.headers.etag;
    throw new Error(`${path} was answered ${answer.status}: ${answer.text}`);
  }

  #expect(answer, status) {
    if (answer.status === status) return JSON.parse(answer.text);
    throw new Error(`a request was answered ${answer.status}, not ${status}: ${answer.text}`);
  }

  /** Sends a request until it is answered with something else than 503 or 507. */
  async #send(client, method, path, body = null, headers = {}) {
    for (;;) {
      if (this.#stopping) throw new End('stopped');
      const started = performance.now();
      const answer = await client.request(method, path, body, headers).catch((error) => {
        throw new End(error.code === 'ECONNREFUSED' ? 'closed' : 'cut');
      });
      this.statuses.add(answer.status);
      this.latencies.push(performance.now() - started);
      this.#notify();
      if (answer.status !== 503 && answer.status !== 507) return answer;
      if (answer.status === 503 && !answer.headers['retry-after']) this.withoutRetry += 1;
      await pause(RETRY_DELAY);
    }
  }

  #notify() {
    const reached = this.#waiting.filter(({ at }) => this.statuses.total >= at);
    this.#waiting = this.#waiting.filter(({ at }) => this.statuses.total < at);
    for (const { resolve } of reached) resolve();
  }
}
