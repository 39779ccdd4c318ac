// Bad input, made by hand: nesting, numbers and texts beyond their types, files that grow when they are unpacked, images that
// are scripts. None is answered with 5xx, none ends in a panic, memory stays within a bound, and no secret that was sent
// appears in an answer or in the log.
import { UNITS } from '../product.mjs';
import { SECRET, badRequests } from './bad-requests.mjs';
import { Connection, request } from './connection.mjs';
import { Statuses, atMost, exactly, zero } from './measured.mjs';

/** How long an answer may take, in milliseconds. */
const PATIENCE = 120_000;

/** The most memory that a bad request may take, in MiB. */
const MEMORY = 600;

const MIB = 1024 * 1024;

/** Sends a request on a connection of its own. Returns all of the answer; null without one. */
async function answer(port, token, { method, path, headers = {}, type, body, token: other }) {
  const connection = await Connection.open(port);
  const lengths = body ? { 'Content-Type': type, 'Content-Length': body.length } : {};
  connection.send(
    request(method, path, { token: other ?? token, headers: { Connection: 'close', ...lengths, ...headers } }),
  );
  if (body) connection.send(body);
  const received = await connection.everything(PATIENCE);
  connection.end();
  return received;
}

export const INPUT = {
  name: 'input',
  what: 'bad input, made by hand',
  seenToFail:
    'without the check for NUL (`5xx`, on PostgreSQL), with a message that quotes the body (`echoes of a secret`), and with a deadline of patterns that is looked at between cells only (`without an answer`). Each other guard stands in another place: limits of bodies, of unpacked files, of images.',
  databases: ['sqlite', 'postgres'],
  rounds: 1,
  few: 1,
  fewOn: ['sqlite'],

  async run({ app, rounds, isShort, log }) {
    const node = await app.serve();
    const admin = await app.signIn(node);
    const token = await admin.token();
    const statuses = new Statuses();
    let [echoes, failed, unanswered, unlike, sent, most] = [0, 0, 0, 0, 0, 0];
    const before = node.resident().all;
    const ids = { '{unit}': app.ids.units[0], '{project}': app.ids.projects[0] };
    for (let round = 1; round <= rounds; round += 1)
      for (const [name, bad] of badRequests({ isShort })) {
        const path = Object.entries(ids).reduce((text, [from, to]) => text.replace(from, to), bad.path);
        const received = await answer(node.port, token, { ...bad, path });
        const status = Number(received?.slice(9, 12) ?? 0);
        statuses.add(status);
        sent += 1;
        most = Math.max(most, node.resident().most);
        if (received?.includes(SECRET)) {
          echoes += 1;
          log(`${name}: the answer has the secret`);
        }
        if (status >= 500) {
          failed += 1;
          log(`${name}: ${received.slice(0, 600)}`);
        }
        if (bad.message && !(status === bad.status && received.includes(bad.message))) {
          unlike += 1;
          log(`${name}: ${received?.slice(0, 600)}`);
        }
        if (status === 0 && !bad.mayEnd) {
          unanswered += 1;
          log(`${name}: no answer`);
        }
      }
    const healthy = (await admin.request('GET', UNITS)).status;
    admin.end();
    const printed = node.process.printed.err;
    if (printed.includes(SECRET)) echoes += 1;
    await node.kill();
    return {
      counted: `${sent} requests; answers ${statuses}`,
      measured: [
        zero('5xx', failed),
        zero('without an answer', unanswered),
        zero('without the message they must have', unlike),
        zero('panics', app.panics()),
        zero('echoes of a secret', echoes),
        atMost('more memory at most', (most - before) / MIB, MEMORY, ' MiB'),
        exactly('a list afterwards', healthy, 200),
      ],
    };
  },
};
