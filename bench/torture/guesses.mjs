// Passwords are guessed from many addresses, at an account that exists and at one that does not. At most twenty passwords of an
// account are checked in an hour, the owner still signs in from a known place, and neither the answer nor its time tells
// whether the account exists. Through a trusted proxy, as in production.
import { Client } from '../client.mjs';
import { ADMIN, ESTIMATORS, PASSWORD } from '../fixture.mjs';
import { Statuses, atMost, exactly, format, zero } from './measured.mjs';

const LOGIN = '/api/auth/login';
const MOST = 20;
const OWNERS_ADDRESS = '203.0.113.7';
const UNKNOWN = 'unknown@bench.test';

/** The number of concurrent guesses. */
const CONCURRENT = 8;

/** The accounts whose answers are timed, of the first so many guesses; fewer in a short run. */
const TIMED_EACH = 15;

let address = 0;

/** Another address each time, of a thousand networks. */
function nextAddress() {
  address += 1;
  return address % 4 === 0
    ? `2001:db8:${(address % 1000).toString(16)}:${address.toString(16)}::1`
    : `198.${18 + (address >> 16)}.${(address >> 8) % 256}.${address % 256}`;
}

function guess(client, email, from = nextAddress(), password = `guess ${address}`) {
  return client.send('POST', LOGIN, { body: { email, password }, headers: { 'x-forwarded-for': from } });
}

/** What an answer says, without what differs between any two. */
function saying({ status, headers, text }) {
  const { requestId: _, ...body } = JSON.parse(text);
  return JSON.stringify([status, body, Object.keys(headers).toSorted()]);
}

async function timed(work) {
  const started = performance.now();
  const answer = await work();
  return [performance.now() - started, answer];
}

/**
 * How well times tell two groups apart: the probability that one of the first takes longer than one of the second, as its
 * distance from one half, in standard errors.
 */
function distance(first, second) {
  const above = first.reduce((sum, one) => sum + second.filter((other) => one > other).length, 0);
  const pairs = first.length * second.length;
  const error = Math.sqrt((first.length + second.length + 1) / (12 * pairs));
  return Math.abs(above / pairs - 0.5) / error;
}

/** Guesses at accounts that exist and at some that do not, one after the other. */
async function compare(client, accounts) {
  const [times, sayings] = [
    [[], []],
    [new Set(), new Set()],
  ];
  for (let round = 0; round < TIMED_EACH; round += 1)
    for (const email of accounts) {
      const both = [email, email.replace('estimator', 'stranger')];
      // Each goes first as often as the other.
      for (const at of round % 2 ? [0, 1] : [1, 0]) {
        const [took, answer] = await timed(() => guess(client, both[at]));
        times[at].push(took);
        sayings[at].add(saying(answer));
      }
    }
  const same = [...sayings[0]].toSorted().join() === [...sayings[1]].toSorted().join();
  return { standardErrors: distance(...times), timed: times[0].length, same };
}

export const GUESSES = {
  name: 'guesses',
  what: 'passwords are guessed from many addresses',
  seenToFail:
    'without the limits (`checks`), without the hash for an account that does not exist (`told apart by time`), without known places (`the owner from a known place`), and with another message for such an account (`told apart by body`).',
  databases: ['sqlite', 'postgres'],
  rounds: 10_000,
  few: 80,
  fewOn: ['sqlite'],

  async run({ app, rounds, isShort }) {
    const node = await app.serve({ MIZAN_TRUSTED_PROXIES: '127.0.0.1' });
    const client = new Client(node.port);
    const owner = await guess(client, ADMIN, OWNERS_ADDRESS, PASSWORD);
    const { standardErrors, timed: number, same } = await compare(client, ESTIMATORS.slice(0, isShort ? 3 : 12));
    const statuses = { [ADMIN]: new Statuses(), [UNKNOWN]: new Statuses() };
    const sayings = { [ADMIN]: new Set(), [UNKNOWN]: new Set() };
    let left = rounds;
    const work = async () => {
      for (; left > 0; left -= 1) {
        const email = left % 2 ? ADMIN : UNKNOWN;
        const answer = await guess(client, email);
        statuses[email].add(answer.status);
        sayings[email].add(saying(answer));
      }
    };
    await Promise.all(Array.from({ length: CONCURRENT }, work));
    const right = await guess(client, ADMIN, nextAddress(), PASSWORD);
    const again = await guess(client, ADMIN, OWNERS_ADDRESS, PASSWORD);
    client.end();
    await node.stop();
    const other = Object.values(statuses).reduce((sum, one) => sum + one.except(401, 429), 0);
    const alike = same && [...sayings[ADMIN]].toSorted().join() === [...sayings[UNKNOWN]].toSorted().join();
    return {
      counted: `${format(rounds)} guesses, ${format(2 * number)} of others timed`,
      measured: [
        atMost('checks of an account', statuses[ADMIN].of(401), MOST),
        atMost('of one that does not exist', statuses[UNKNOWN].of(401), MOST),
        zero('other answers', other),
        exactly('the right password from elsewhere', right.status, 429),
        exactly('the owner from a known place, before and after', owner.status + again.status, 400),
        zero('told apart by body', alike ? 0 : 1),
        atMost('told apart by time, standard errors', standardErrors, 5),
        zero('panics', app.panics()),
      ],
    };
  },
};
