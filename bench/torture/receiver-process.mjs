// A receiver of webhooks, as a process of its own: node receiver-process.mjs PORT FILE SECRET. It checks the signature of each
// message, and writes to the disk what it accepts before it answers. What it does with messages is the latest line of its
// input: one of MODES.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { fsyncSync, openSync, writeSync } from 'node:fs';
import { createServer } from 'node:http';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { seededRandom } from '../random.mjs';

/** After how many seconds it answers at the latest when it is slow: longer than a sender waits. */
const SLOWEST = 12;

const [port, file, secret] = process.argv.slice(2);
const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
const stored = openSync(file, 'a');
const random = seededRandom('receiver', process.pid);
let mode = 'well';

/** Whether a message has the signature that Standard Webhooks asks for. */
function isSigned({ 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signature }, body) {
  const tag = `v1,${createHmac('sha256', key).update(`${id}.${at}.${body}`).digest('base64')}`;
  const [sent, right] = [Buffer.from(String(signature)), Buffer.from(tag)];
  return sent.length === right.length && timingSafeEqual(sent, right) && Math.abs(Date.now() / 1000 - Number(at)) < 300;
}

/** Writes a message to the disk. Returns whether its signature is valid. */
function store(headers, body) {
  const isValid = isSigned(headers, body);
  const receipt = { header: headers['webhook-id'], isValid, message: isValid ? JSON.parse(body) : null };
  writeSync(stored, `${JSON.stringify(receipt)}\n`);
  fsyncSync(stored);
  return isValid;
}

/** What it does with a message. Each returns the status that it answers, or null for none. */
const MODES = {
  well: (headers, body) => (store(headers, body) ? 204 : 401),
  failing: (headers, body) => (random.next() < 0.5 ? 500 : MODES.well(headers, body)),
  async slow(headers, body) {
    const status = MODES.well(headers, body);
    await pause(random.next() * SLOWEST * 1000);
    return status;
  },
  silent: () => null,
};

createInterface({ input: process.stdin }).on('line', (line) => (mode = line));
createServer(async (request, response) => {
  // One that was cut is not a message.
  const body = await text(request).catch(() => null);
  if (body === null) return;
  const status = await MODES[mode](request.headers, body);
  if (status !== null) response.writeHead(status).end();
}).listen(Number(port), '127.0.0.1', () => process.stdout.write('ready\n'));
