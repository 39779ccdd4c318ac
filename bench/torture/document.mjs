// Requests generated from the document, valid and invalid ones, by schemathesis, without signing in and as every role. No answer
// is 5xx, and nothing panics. 503 is one: a single client overloads nothing. Of those who have signed in most answers are neither
// 401 nor 429, which would say nothing of the operation.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '../client.mjs';
import { ADMIN, ESTIMATORS } from '../fixture.mjs';
import { account } from '../offered.mjs';
import { start } from '../processes.mjs';
import { UNITS } from '../product.mjs';
import { Refusal } from '../settings.mjs';
import { atLeast, exactly, format, zero } from './measured.mjs';

const SCHEMATHESIS = join(import.meta.dirname, '../../target/torture/venv/bin/schemathesis');

/** An account of each role; null is a client that has not signed in. */
const ROLES = {
  anonymous: null,
  user: 'user@bench.test',
  estimations: ESTIMATORS[0],
  analytics: 'analyst@bench.test',
  admin: ADMIN,
};

/** The least share of a role's answers that are neither 401 nor 429, in percent. */
const ANSWERED = 90;
const ME = '/api/auth/me';

/** An administrator who takes no part in the run. */
const OBSERVER = 'observer@bench.test';

/** The number of cases that its output reports, and of its own errors. */
function reported(text) {
  const number = (pattern) => Number(text.match(pattern)?.[1]?.replaceAll(',', '') ?? 0);
  return { cases: number(/([\d,]+) generated/), errors: number(/Error: ([\d,]+)/) };
}

export const DOCUMENT = {
  name: 'document',
  what: 'requests generated from the document, as every role',
  seenToFail: 'with a violation of a unique key that is not mapped to 409 (`5xx`).',
  databases: ['sqlite', 'postgres'],
  rounds: 10_000,

  /** `rounds` is the number of random cases of all roles, beside those that cover each rule of the document. */
  async run({ app, rounds, log }) {
    if (!existsSync(SCHEMATHESIS)) throw new Refusal('schemathesis is not installed: .ci/tools torture');
    await account(app.binary, app.url, ROLES.user, 'user');
    await account(app.binary, app.url, ROLES.analytics, 'analytics');
    await account(app.binary, app.url, OBSERVER, 'admin');
    const node = await app.serve();
    // Signed in before the run, which uses up the attempts to sign in of this address.
    const observer = new Client(node.port, OBSERVER);
    await observer.token();
    const document = JSON.parse(await app.mizan(['openapi']));
    const file = join(app.folder, 'openapi.json');
    mkdirSync(app.folder, { recursive: true });
    writeFileSync(file, JSON.stringify(document));
    const operations = Object.values(document.paths).flatMap((path) => Object.keys(path)).length;
    const each = Math.max(1, Math.ceil(rounds / operations / Object.keys(ROLES).length));
    let [cases, ended, signedOut, answered] = [0, 0, 0, 100];
    for (const [role, email] of Object.entries(ROLES)) {
      const client = email && new Client(node.port, email);
      const token = await client?.token();
      const before = await soFar(node);
      const args = ['run', file, '--url', `http://127.0.0.1:${node.port}`, '--checks', 'not_a_server_error'];
      args.push('--phases', 'examples,coverage,fuzzing', '--max-examples', String(each), '--seed', '1');
      args.push('--continue-on-failure', '--no-color', '--suppress-health-check', 'all', '--warnings', 'off');
      args.push('--generation-database', 'none', '--workers', '1', '--no-shrink');
      // A sign-out would end the session of all later requests.
      args.push('--exclude-operation-id', 'auth_logout');
      if (token) args.push('--header', `Authorization: Bearer ${token}`);
      const { printed, ended: end } = start(SCHEMATHESIS, args, { cwd: app.folder });
      const code = await end;
      const found = reported(printed.out);
      cases += found.cases;
      ended += found.errors > 0 || found.cases === 0 || code > 1 ? 1 : 0;
      const after = await soFar(node);
      const share = 100 - (100 * (after.refused - before.refused)) / (after.all - before.all);
      log(`${role}: ${format(found.cases)} cases, ${format(share)} % neither 401 nor 429`);
      if (client) {
        answered = Math.min(answered, share);
        const me = await client.send('GET', ME, { headers: { authorization: `Bearer ${token}` } });
        signedOut += me.status === 200 ? 0 : 1;
        client.end();
      }
      if (code !== 0) log(printed.out.slice(-3_000) + printed.err.slice(-1_000));
    }
    const failed = await answers(node, '5\\d\\d');
    const healthy = (await observer.request('GET', UNITS)).status;
    observer.end();
    await node.kill();
    if (failed > 0) for (const line of errors(node)) log(line);
    return {
      counted: `${format(cases)} cases, ${operations} operations, ${Object.keys(ROLES).length} roles`,
      measured: [
        zero('5xx', failed),
        zero('panics', app.panics()),
        zero('runs that ended early', ended),
        zero('tokens refused after their runs', signedOut),
        atLeast('least share of a role neither 401 nor 429', answered, ANSWERED, ' %'),
        exactly('a list afterwards', healthy, 200),
      ],
    };
  },
};

/** The answers with such statuses that the node itself has counted. */
async function answers(node, statuses) {
  const client = new Client(node.port);
  const { text } = await client.send('GET', '/metrics');
  client.end();
  const counts = text.matchAll(
    new RegExp(`^mizan_requests_total\\{operation="[^"]*",status="(?:${statuses})"\\} (\\d+)$`, 'gm'),
  );
  return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
}

/** What the node has logged of the errors behind a 500. */
const errors = (node) => node.process.printed.err.split('\n').filter((line) => line.includes('"level":"ERROR"'));

/** The answers so far: all, and those that refuse the client rather than answer the request. */
const soFar = async (node) => ({ all: await answers(node, '\\d+'), refused: await answers(node, '401|429') });
