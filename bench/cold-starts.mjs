// R16: what clients get that do not wait after a start of the server.
import { Client } from './client.mjs';
import { databaseOf } from './databases.mjs';
import { ADMIN } from './fixture.mjs';
import { settle } from './measure.mjs';
import { Product } from './product.mjs';
import { KINDS, requestsOf } from './rows.mjs';
import { Server } from './server.mjs';

/** The kind, which is many questions at once: it is measured by itself. */
export const COLD_START = { name: 'R16', row: 'R16' };

/** The kinds that are read. */
const READ = ['R1', 'R2.pairs', 'R2.project', 'R3', 'R4.1000', 'R4.letter', 'R5', 'R8.any'];

const CLIENTS = 16;

/** Every client goes on for so many milliseconds, and until all kinds are answered. */
const GOES_ON = 10_000;
const GIVES_UP = 120_000;

/**
 * Returns for each kind after how many seconds the first answer came, and the slowest of all until each kind was answered;
 * and how many requests were refused.
 */
export async function startingCold({ database: kind, binary, seed, given, folder, log }) {
  const database = databaseOf(kind);
  await database.open(seed, folder);
  await settle(binary, database.url);
  // A session from before the start, at the same address.
  const before = await Server.start(binary, database.url);
  const admin = new Client(before.port, ADMIN);
  await admin.token();
  await before.stop();
  const product = new Product(given);
  const kinds = KINDS.filter(({ name }) => READ.includes(name)).map((read) => ({
    name: read.name,
    requests: read.requests?.(given) ?? requestsOf(read, product),
    first: null,
    slowest: 0,
  }));
  const server = await Server.start(binary, database.url, { port: before.port });
  // From the start of the process on.
  const started = performance.now() - server.readyAfter;
  const elapsed = () => performance.now() - started;
  let refused = 0;
  const ask = async (number) => {
    const client = admin.at(server.port);
    const isOver = () => elapsed() > GOES_ON && (kinds.every(({ first }) => first !== null) || elapsed() > GIVES_UP);
    for (let at = number; !isOver(); at += 1) {
      const one = kinds[at % kinds.length];
      const [method, path] = one.requests[at % one.requests.length];
      const sent = elapsed();
      const { status } = await client.request(method, path.replaceAll('{n}', 30_001 + 2 * (number + CLIENTS * at)));
      if (status === 200) {
        one.first ??= elapsed() / 1000;
        one.slowest = Math.max(one.slowest, (elapsed() - sent) / 1000);
      } else {
        refused += 1;
      }
    }
    client.end();
  };
  await Promise.all(Array.from({ length: CLIENTS }, (_, number) => ask(number)));
  admin.end();
  await server.stop();
  await database.close();
  const reads = kinds.map(({ name, first, slowest }) => ({ name, first, slowest }));
  const text = reads.map(({ name, first }) => `${name} ${first?.toFixed(1) ?? 'never'}`).join(', ');
  log(`${database.name} R16: seconds until the first answer ${text}; ${refused} refused`);
  return { name: database.name, clients: CLIENTS, reads, refused };
}
