// The peers: other products with the same rows and the same questions, on the same machine in the same run. What each is,
// and how it is asked, is in `pocketbase` and `postgrest`; here is what both have in common.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { listed, sampleOf } from './checks.mjs';
import { Client } from './client.mjs';
import { copy } from './databases.mjs';
import { sortedBy } from './expected.mjs';
import { answered, rounds, timesOf } from './measure.mjs';
import { valueOf } from './questions.mjs';
import { formOf, requestsOf } from './rows.mjs';
import { Refusal } from './settings.mjs';
import { Load } from './wrk.mjs';

/** The programs that `.ci/tools bench` installs. */
export const PROGRAMS = join(import.meta.dirname, '../target/bench/peers');

/** How long a peer may take to get ready. */
const PATIENCE = 30_000;

/** The first moment of the day so many days after another, as databases write it. */
export const midnight = (day, days = 0) =>
  new Date(Date.parse(day) + days * 24 * 3600 * 1000).toISOString().slice(0, 10);

/** What a date must be at least, and below what; `null` where there is no such end. */
export function ends({ operator, value, secondValue }) {
  if (operator === 'between') return [midnight(value), midnight(secondValue, 1)];
  if (operator === 'before') return [null, midnight(value)];
  if (operator === 'before_or_equal') return [null, midnight(value, 1)];
  return [operator === 'after' ? midnight(value, 1) : midnight(value), null];
}

/** A peer: `start` starts it on the folder `at`, `token` signs in, `seed` enters the tables of `peer-rows`. */
export class Peer {
  /** `key` is the position of a record as its identifier, `missing` what a field without a value holds. */
  constructor(given) {
    this.given = given;
    this.id = (unit) => this.key(unit.at);
  }

  key(at) {
    return at + 1;
  }

  missing() {
    return null;
  }

  value(unit, field) {
    return valueOf(unit, field, this.given) ?? this.missing(field);
  }

  order(unit, sort) {
    return sort === null || sort === '_id' ? this.id(unit) : (sortedBy(unit, sort, this.given) ?? this.missing(sort));
  }

  orders() {
    return true;
  }

  unitOf(key) {
    return this.given.fixture.units[Number(String(key).replace(/\D/g, '')) - 1];
  }

  /** Enters the rows into a folder of the seed, unless they are there already. */
  async prepare(seed, log) {
    this.seeded = seed.at(this.name.toLowerCase());
    const done = `${this.seeded}.done`;
    const digest = createHash('sha256');
    for (const name of ['peer-rows', this.name.toLowerCase()])
      digest.update(readFileSync(join(import.meta.dirname, `${name}.mjs`)));
    const recipe = digest.digest('hex');
    if (existsSync(done) && readFileSync(done, 'utf8') === recipe) return;
    rmSync(done, { force: true });
    rmSync(this.seeded, { recursive: true, force: true });
    log(`  the same rows for ${this.name}`);
    await this.seed(this.seeded);
    writeFileSync(done, recipe);
  }

  /** Waits until the process that `start` started answers, and sets its client. */
  async untilReady() {
    this.client = new Client(this.port);
    const started = performance.now();
    for (;;) {
      const answer = await this.client.send('GET', this.ready).catch(() => null);
      if (answer && answer.status < 500) return;
      const { child, printed } = this.process;
      if (child.exitCode !== null || performance.now() - started > PATIENCE)
        throw new Refusal(`${this.name} did not get ready:\n${printed.err || printed.out}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  async #open(folder) {
    if (!this.at) {
      this.at = join(folder, this.name.toLowerCase());
      await copy(this.seeded, this.at);
    }
    await this.start(this.at);
    await this.untilReady();
    this.bearer = await this.token();
  }

  /** Stops the process. */
  async stop() {
    this.client.end();
    this.process.child.kill('SIGTERM');
    await this.process.ended;
    await this.stopped?.();
  }

  /** Deletes the copy that was measured. */
  async close() {
    if (this.at) rmSync(this.at, { recursive: true, force: true });
    this.at = null;
  }

  /** Sends a request of wrk's as it is, with a number for {n}. */
  async fetch([method, path, , body = '', , header = '']) {
    const [name, value] = header.split(': ');
    const headers = { authorization: `Bearer ${this.bearer}`, ...(header ? { [name.toLowerCase()]: value } : {}) };
    const numbered = (text) => text.replace('{n}', '20001');
    const sent = { headers, body: body ? JSON.parse(numbered(body)) : null };
    const answer = await this.client.send(method, numbered(path), sent);
    assert.ok(answer.status < 300, `${method} ${path} was answered ${answer.status}: ${answer.text.slice(0, 500)}`);
    return answer;
  }

  /** Measures a kind; an empty result when it cannot be asked, or not every request is answered. */
  async measure(kind, { folder, settings, log }) {
    const requests = kind.isOwn ? null : requestsOf(kind, this);
    if (!requests) return {};
    await this.#open(folder);
    await this.#check(kind, requests);
    const load = new Load(this.port, folder);
    const send = async (clients, seconds) => {
      load.take(requests, [this.bearer]);
      const sent = await load.send(clients, seconds);
      answered(sent);
      return timesOf(sent);
    };
    const measured = await rounds({
      kind,
      name: this.name,
      settings,
      prepare: this.settle?.bind(this),
      send,
      log,
      failed: [],
    });
    await this.stop();
    if (kind.writes) await this.close();
    return measured;
  }

  /** Asks before the load, and compares with what the fixture says. */
  async #check(kind, requests) {
    const form = formOf(kind);
    const questions = kind[form](this.given).map((question, at) => ({ question, request: requests[at] }));
    for (const { question, request } of sampleOf(questions)) {
      const answer = await this.fetch(request);
      if (form === 'list') listed(question, this, answer);
      else if (form === 'groups') this.#grouped(question, this.groupsIn(answer), request);
      else {
        const record = this.recordIn(answer);
        if (form === 'view') assert.equal(record.unitNumber, question.unitNumber);
        if (form !== 'save') assert.equal(record.id, this.id(question));
        if (form === 'change') assert.equal(record.yearlyRentInAED, 20_001);
        if (form === 'save') {
          assert.equal(record.unit, this.id(question.unit));
          assert.equal(record.estimatedYearlyRentInAED, 20_001);
        }
      }
    }
  }

  /** Units and mean rents of the groups of units whose price is 20,001 at least, when there is a filter. */
  #grouped({ by = ['project', 'bedrooms'], isFiltered = false }, groups, [, path]) {
    const valueIn = (unit, field) =>
      ['project', 'developer'].includes(field) ? this.key(this.value(unit, field)) : this.value(unit, field);
    const of = new Map();
    for (const unit of this.given.fixture.units.filter((one) => !isFiltered || one.purchasePriceInAED >= 20_001)) {
      const key = JSON.stringify(by.map((field) => valueIn(unit, field)));
      const group = of.get(key) ?? { units: 0, rents: 0 };
      of.set(key, { units: group.units + 1, rents: group.rents + unit.yearlyRentInAED });
    }
    assert.equal(groups.length, Math.min(of.size, this.mostGroups ?? of.size), path);
    for (const group of groups) {
      const { units, rents } = of.get(JSON.stringify(by.map((field) => group[field]))) ?? assert.fail(path);
      assert.equal(group.units, units, path);
      assert.ok(Math.abs(group.rent / (rents / units) - 1) < 1e-9, path);
    }
  }
}
