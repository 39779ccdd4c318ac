// Two nodes on one PostgreSQL, one of which is killed and started again while clients write at both: those of the other node get
// all their answers. Sessions, locks of accounts, rate limits, idempotency keys, the policy and the signing keys hold across both.
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from '../client.mjs';
import { ADMIN, ESTIMATORS, PASSWORD } from '../fixture.mjs';
import { UNITS, idOf } from '../product.mjs';
import { atMost, exactly, format, zero } from './measured.mjs';
import { Load, newUnit } from './load.mjs';
import { Faults, check, checkTables } from './stored.mjs';

const USERS = '/api/backoffice/users';
const [LOGIN, LOGOUT, ME] = ['/api/auth/login', '/api/auth/logout', '/api/auth/me'];

/** Within how many seconds a change at one node holds at the other, as ARCHITECTURE.md says. */
const SOON = 5;

/** After how many seconds a node is no longer waited for. */
const GIVEN_UP = 30;

/** The seconds until a request is answered with a status. */
async function until(status, request) {
  const started = performance.now();
  const seconds = () => (performance.now() - started) / 1000;
  while ((await request()).status !== status && seconds() < GIVEN_UP) await pause(20);
  return seconds();
}

/** A session that is opened at one node, and used at others. */
class Session {
  /** Opens a session of an account that neither the load nor `lock` uses in this round. */
  static async open({ port }, round) {
    const client = new Client(port);
    const body = { email: ESTIMATORS[8 + ((round + 1) % 4)], password: PASSWORD };
    const { headers, text } = await client.send('POST', LOGIN, { body });
    client.end();
    const cookie = headers['set-cookie'].map((one) => one.split(';')[0]).join('; ');
    return Object.assign(new Session(), { cookie, authorization: `Bearer ${JSON.parse(text).accessToken}` });
  }

  async request({ port }, method, path) {
    const client = new Client(port);
    const { authorization, cookie } = this;
    const answer = await client.send(method, path, { headers: { authorization, cookie } });
    client.end();
    return answer;
  }

  /** Whether it is refused at some of the nodes: 1 or 0. */
  async refusedAt(...nodes) {
    const answers = await Promise.all(nodes.map((node) => this.request(node, 'GET', ME)));
    return answers.every(({ status }) => status === 200) ? 0 : 1;
  }

  /** Ends at one node. Returns the seconds until it is refused at the other. */
  async end(node, other) {
    await this.request(node, 'POST', LOGOUT);
    return until(401, () => this.request(other, 'GET', ME));
  }
}

/** An account is locked at one node; its session is refused at the other. */
async function lock({ admins, nodes, app, users }, round) {
  // One that the load does not use.
  const email = ESTIMATORS[8 + (round % 4)];
  const client = new Client(nodes[1].port, email);
  await client.requestOk('GET', ME);
  const path = `${USERS}/${users.get(email)}`;
  await admins[0].requestOk('POST', `${path}/lock`);
  const seconds = await until(401, () => client.request('GET', ME));
  await admins[0].requestOk('POST', `${path}/unlock`);
  client.end();
  app.forget(email);
  return seconds;
}

/** The same request with one idempotency key at both nodes at once. Returns the number of units. */
async function twice({ admins, app }, round) {
  const body = newUnit(app.ids, `twice-${round}`, 0);
  const answers = await Promise.all(
    [0, 1, 0, 1].map((at) => admins[at].request('POST', UNITS, body, { 'idempotency-key': body.unitNumber })),
  );
  const made = answers.filter(({ status }) => status === 201).map(({ text }) => idOf(JSON.parse(text)));
  return made.length === answers.length ? new Set(made).size : 0;
}

/** Guesses at one account, at both nodes in turns. Returns the number of passwords that were checked. */
async function guesses({ nodes }, round) {
  const clients = nodes.map(({ port }) => new Client(port));
  let checked = 0;
  for (let at = 0; at < 30; at += 1) {
    const body = { email: `someone${round}@bench.test`, password: `guess ${at}` };
    const headers = { 'x-forwarded-for': `198.51.${round % 256}.${at}` };
    checked += (await clients[at % 2].send('POST', LOGIN, { body, headers })).status === 401 ? 1 : 0;
  }
  clients.forEach((client) => client.end());
  return checked;
}

/**
 * Signing keys have been rotated at the command line before the second node was started: what either of them has signed, and
 * what was signed before, is valid at both. Returns the refusals.
 */
async function refusedTokens({ admins, nodes }) {
  let refused = 0;
  const signedIn = new Client(nodes[0].port, ADMIN);
  for (const client of [...admins, signedIn, signedIn.at(nodes[1].port)])
    refused += (await client.request('GET', ME)).status === 200 ? 0 : 1;
  const other = new Client(nodes[1].port, ADMIN);
  await other.token();
  for (const node of nodes) refused += (await other.at(node.port).request('GET', ME)).status === 200 ? 0 : 1;
  return refused;
}

/** The policy loses a permission and gets it again. Returns the seconds until both nodes have it. */
async function reload({ admins }, file, [without, whole]) {
  let most = 0;
  for (const [lines, status] of [
    [without, 403],
    [whole, 200],
  ]) {
    writeFileSync(`${file}.new`, lines);
    renameSync(`${file}.new`, file);
    const seconds = await Promise.all(
      admins.map((admin) => until(status, () => admin.request('GET', '/api/backoffice/companies'))),
    );
    most = Math.max(most, ...seconds);
  }
  return most;
}

export const NODES = {
  name: 'nodes',
  what: 'two nodes, one killed again and again',
  seenToFail:
    'with a session cache that is not read again (`seconds until a lock holds`), with limits that each node counts by itself (`checks of guesses`), with a policy file that is not watched (`seconds until a policy holds`), without stored keys (`lost`, `half`, `keys used twice`), and with signing keys that are not read again (`tokens refused`).',
  databases: ['postgres'],
  rounds: 10,
  few: 1,

  async run({ app, rounds, isShort, log }) {
    // Tests have no bounds of time but the one that ends them.
    const soon = isShort ? GIVEN_UP : SOON;
    const policy = join(app.folder, 'policy.csv');
    const whole = await app.mizan(['policy', 'show', '--lines']);
    const without = whole
      .split('\n')
      .filter((line) => !/^p, *admin, *companies,/.test(line))
      .join('\n');
    writeFileSync(policy, whole);
    const settings = { MIZAN_POLICY: policy, MIZAN_TRUSTED_PROXIES: '127.0.0.1' };
    const nodes = [await app.serve(settings), await app.serve(settings)];
    const [all, faults] = [[], new Faults()];
    let [lockedAfter, keys, checked, refused, reloaded, acknowledged] = [0, 0, 0, 0, 0, 0];
    let [other, unanswered, sessions, endedAfter] = [0, 0, 0, 0];
    for (let round = 1; round <= rounds; round += 1) {
      const load = await Load.begin(app, `n${round}`, nodes);
      await load.responses(40);
      const session = await Session.open(nodes[1], round);
      await nodes[1].kill();
      sessions += await session.refusedAt(nodes[0]);
      await load.responses(40);
      await app.mizan(['keys', 'rotate']);
      nodes[1] = await app.serve(settings);
      sessions += await session.refusedAt(...nodes);
      endedAfter = Math.max(endedAfter, await session.end(...nodes));
      const admins = [await app.signIn(nodes[0]), await app.signIn(nodes[1])];
      const { items } = await admins[0].get(`${USERS}?limit=100`);
      const given = { admins, nodes, app, users: new Map(items.map((one) => [one.email, one.id])) };
      lockedAfter = Math.max(lockedAfter, await lock(given, round));
      keys += (await twice(given, round)) === 1 ? 0 : 1;
      checked = Math.max(checked, await guesses(given, round));
      refused += await refusedTokens(given);
      reloaded = Math.max(reloaded, await reload(given, policy, [without, whole]));
      const ends = await load.stop();
      unanswered += ends.filter((end, at) => at % 2 === 0 && end !== 'stopped').length;
      other += load.statuses.except('2xx');
      await check(admins[1], load.written, faults);
      admins.forEach((admin) => admin.end());
      all.push(...load.written);
      acknowledged += load.acknowledged;
    }
    for (const node of nodes) await node.stop();
    const findings = await checkTables(app, faults);
    return {
      counted: `${rounds} kills of one of two nodes, ${format(acknowledged)} acknowledged writes`,
      measured: [
        ...faults.measured(log),
        zero('keys used twice', keys),
        zero('audit findings', findings),
        zero('other answers', other),
        zero('clients of the other node without an answer', unanswered),
        zero('sessions refused after a kill', sessions),
        atMost('seconds until the end of a session holds', endedAfter, soon),
        atMost('seconds until a lock holds', lockedAfter, soon),
        atMost('seconds until a policy holds', reloaded, soon),
        exactly('checks of guesses at both nodes', checked, 20),
        zero('tokens refused after a rotation of keys', refused),
        zero('panics', app.panics()),
      ],
    };
  },
};
