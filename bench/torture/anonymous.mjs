// What requests cost that nobody has signed in for: every operation of the document, pages and their files, tokens that are
// none, and bodies of a mebibyte. Processor time of the server, so that waiting does not count. A password that is checked costs
// more on purpose; the trial `guesses` shows how few are.
import { readFileSync, readdirSync } from 'node:fs';
import { Client } from '../client.mjs';
import { Statuses, atLeast, atMost, format, zero } from './measured.mjs';

/** The most that a request may cost, in milliseconds of a processor. */
const MOST = 1;

/** The requests before a kind is measured, and the most until it is refused. */
const WARM_UP = 10;
const PATIENCE = 1_000;

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];
const MEBIBYTE = 'x'.repeat(2 ** 20);

/** The processor time of a process and its threads, in milliseconds. */
function used(pid) {
  const nanoseconds = readdirSync(`/proc/${pid}/task`).map((thread) => {
    try {
      return Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]);
    } catch {
      return 0; // It has ended.
    }
  });
  return nanoseconds.reduce((sum, one) => sum + one, 0) / 1e6;
}

const path = (pattern) => pattern.replace(/\{(\w+)\}/g, (_, name) => 'a'.repeat({ id: 24, file: 64 }[name] ?? 8));

/** Every operation of the document, without a token. */
const operations = ({ paths }) =>
  Object.entries(paths).flatMap(([pattern, here]) =>
    METHODS.filter((method) => here[method]).map((method) => ({
      name: here[method].operationId,
      method: method.toUpperCase(),
      path: path(pattern),
      ...(method === 'get' || method === 'delete' ? {} : { body: {} }),
    })),
  );

/** The pages, and the files that they name. */
async function files(client) {
  const pages = ['/', '/backoffice', '/estimations', '/home', '/docs'];
  const named = new Set(pages);
  for (const page of pages) {
    const { text } = await client.send('GET', page);
    for (const [, file] of text.matchAll(/(?:src|href)="(\/[^"#]+)"/g)) named.add(file);
  }
  return [...named].flatMap((file) =>
    ['br', 'gzip', 'identity'].map((coding) => ({
      name: `${file} ${coding}`,
      path: file,
      headers: { 'accept-encoding': coding },
    })),
  );
}

const token = (text) => ({ authorization: `Bearer ${text}` });

/** Requests that try to cost something. */
const STRANGE = [
  { name: 'a token that is none', path: '/api/auth/me', headers: token('x'.repeat(6_000)) },
  {
    name: 'a token of an unknown key',
    path: '/api/auth/me',
    headers: token(
      `${Buffer.from('{"alg":"EdDSA","kid":"unknown"}').toString('base64url')}.${'e30'.repeat(1_000)}.${'A'.repeat(86)}`,
    ),
  },
  { name: 'an API token that is none', path: '/api/backoffice/units', headers: token(`mizan_${'A'.repeat(43)}`) },
  {
    name: 'a mebibyte to create a unit',
    method: 'POST',
    path: '/api/backoffice/units',
    body: { unitNumber: MEBIBYTE },
  },
  { name: 'a mebibyte to import', method: 'POST', path: '/api/backoffice/units/import', body: { file: MEBIBYTE } },
  { name: 'no such path', path: `/api/${'a/'.repeat(1_000)}` },
  { name: 'no such page', path: '/nothing/here' },
  { name: 'many codings', path: '/api/openapi.json', headers: { 'accept-encoding': 'br;q=0.1,'.repeat(500) } },
  { name: 'many filters', path: `/api/backoffice/units?filters=${'%5B'.repeat(2_000)}` },
];

export const ANONYMOUS = {
  name: 'anonymous',
  what: 'what requests without signing in cost',
  seenToFail: 'when asking for a passkey was measured before its limit refused it (`slowest kind`): each is a commit.',
  databases: ['sqlite', 'postgres'],
  rounds: 100,

  /** A round is one request of each kind. */
  async run({ app, rounds, log }) {
    const node = await app.serve();
    const client = new Client(node.port);
    const document = JSON.parse((await client.send('GET', '/api/openapi.json')).text);
    const kinds = [...operations(document), ...(await files(client)), ...STRANGE];
    const statuses = new Statuses();
    const costs = [];
    const ask = async ({ method = 'GET', path: to, body = null, headers = {} }) => {
      const { status } = await client.send(method, to, { body, headers });
      statuses.add(status);
      return status;
    };
    /** What a limit allows a few times, such as asking for a passkey, is asked for until it is refused. */
    const warmUp = async (kind) => {
      const most = (kind.method ?? 'GET') === 'GET' ? WARM_UP : PATIENCE;
      for (let at = 0, status = 0; at < WARM_UP || (status < 300 && at < most); at += 1) status = await ask(kind);
    };
    for (const kind of kinds) {
      await warmUp(kind);
      const before = used(node.pid);
      for (let at = 0; at < rounds; at += 1) await ask(kind);
      costs.push({ name: kind.name, cost: (used(node.pid) - before) / rounds });
    }
    client.end();
    await node.kill();
    const sorted = costs.toSorted((one, other) => other.cost - one.cost);
    log(
      sorted
        .slice(0, 5)
        .map(({ name, cost }) => `${name} ${cost.toFixed(2)} ms`)
        .join(', '),
    );
    return {
      counted: `${format(kinds.length)} kinds, ${format(rounds)} requests of each; answers ${statuses}`,
      measured: [
        atMost(`slowest kind (${sorted[0].name})`, sorted[0].cost, MOST, ' ms of a processor'),
        zero('other answers', statuses.except('2xx', '3xx', '4xx')),
        atLeast('kinds', kinds.length, 50),
        zero('panics', app.panics()),
      ],
    };
  },
};
