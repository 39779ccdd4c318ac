// The load: wrk with one thread, which is best on two cores shared with the server.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './processes.mjs';

const SCRIPT = join(import.meta.dirname, 'wrk.lua');

/** wrk's timeout of a response. */
const TIMEOUT = '10s';

/** The requests of a row, in files for wrk's script. */
export class Load {
  /** `pause` is the number of seconds that each client waits between a response and its next request. */
  constructor(port, folder, pause = 0) {
    this.port = port;
    this.pause = Math.round(pause * 1000);
    this.tokens = join(folder, 'tokens');
    this.requests = join(folder, 'requests');
    this.first = 30_001;
    this.sent = 0;
  }

  /** Sets the requests, and the tokens to send them with. */
  take(requests, tokens) {
    const line = ([method, path, who = 1, body = '', etag = '', header = '']) =>
      [method, path, who, body, etag, header].join('\t');
    writeFileSync(this.tokens, tokens.join('\n'), { mode: 0o600 });
    writeFileSync(this.requests, requests.map(line).join('\n'));
    this.sent %= requests.length;
  }

  /**
   * Sends requests for some seconds, continuing after the last ones of the previous run: a repeated save replaces
   * instead of creating.
   */
  async send(clients, seconds) {
    const url = `http://127.0.0.1:${this.port}/`;
    const args = ['-t1', `-c${clients}`, `-d${seconds}s`, '--timeout', TIMEOUT, '-s', SCRIPT, url, '--'];
    const output = await run('wrk', [
      ...args,
      this.tokens,
      this.requests,
      String(this.first),
      String(this.sent),
      String(this.pause),
    ]);
    const result = JSON.parse(output.match(/^result (.*)$/m)[1]);
    // Requests that were pending at the end have been sent, but not counted.
    this.first = 30_001 + ((this.first - 30_001 + 2 * (result.requests + clients + 1)) % 4_000_000);
    // The requests that were cut off at the end, one of each client, are sent again.
    this.sent += Math.max(0, result.requests - clients);
    return result;
  }
}

/** wrk's version; printing its usage, it exits with an error. */
export async function version() {
  const output = await run('sh', ['-c', 'wrk -v 2>&1; true']);
  return output.match(/wrk \S+/)?.[0] ?? 'wrk';
}
