// The receiver of a trial, at the same address whether it runs or not, and what it has received.
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { start } from '../processes.mjs';
import { freePort } from '../server.mjs';
import { Refusal } from '../settings.mjs';

const PROGRAM = join(import.meta.dirname, 'receiver-process.mjs');

/** What it may be: `down` is killed, the others are modes of its program. */
export const MODES = ['well', 'down', 'slow', 'failing', 'silent'];

export class Receiver {
  secret = `whsec_${randomBytes(32).toString('base64')}`;
  kills = 0;
  #process = null;

  static async start(folder) {
    const receiver = new Receiver();
    receiver.port = await freePort();
    receiver.file = join(folder, 'received.jsonl');
    rmSync(receiver.file, { force: true });
    await receiver.become('well');
    return receiver;
  }

  get url() {
    return `http://127.0.0.1:${this.port}/`;
  }

  /** Changes what it does, and kills or starts it for that. */
  async become(mode) {
    if (mode === 'down') {
      await this.kill();
      return;
    }
    if (!this.#process) await this.#run();
    this.#process.child.stdin.write(`${mode}\n`);
  }

  async #run() {
    const { port, file, secret } = this;
    this.#process = start(process.execPath, [PROGRAM, String(port), file, secret]);
    const { child, printed } = this.#process;
    while (printed.out === '') {
      if (child.exitCode !== null) throw new Refusal(`The receiver did not get ready:\n${printed.err}`);
      await pause(5);
    }
  }

  async kill() {
    if (!this.#process) return;
    const { child, ended } = this.#process;
    child.kill('SIGKILL');
    await ended;
    this.#process = null;
    this.kills += 1;
  }

  /** What it has accepted, in order, with repeats. */
  receipts() {
    if (!existsSync(this.file)) return [];
    return readFileSync(this.file, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  }
}
