// The load: wrk with one thread, which two cores shared with the server are best served by.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './processes.mjs';

const SCRIPT = join(import.meta.dirname, 'wrk.lua');

/** How long wrk waits for one answer. */
const TIMEOUT = '10s';

/** The requests of a row, in files that wrk's script reads. */
export class Load {
  /** `pause` is how many seconds each client waits between an answer and its next request. */
  constructor(port, folder, pause = 0) {
    this.port = port;
    this.pause = Math.round(pause * 1000);
    this.tokens = join(folder, 'tokens');
    this.requests = join(folder, 'requests');
    this.first = 30_001;
    this.sent = 0;
  }

  /** Takes what is to be sent, and the tokens of those who send it. */
  take(requests, tokens) {
    const line = ([method, path, who = 1, body = '', etag = '']) => [method, path, who, body, etag].join('\t');
    writeFileSync(this.tokens, tokens.join('\n'), { mode: 0o600 });
    writeFileSync(this.requests, requests.map(line).join('\n'));
    this.sent %= requests.length;
  }

  /** Sends it for so many seconds, and goes on where the last time ended: what is saved twice is replaced, not made. */
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
    // What was under way at the end was sent and not counted.
    this.first = 30_001 + ((this.first - 30_001 + 2 * (result.requests + clients + 1)) % 4_000_000);
    // Those that were cut off at the end, one of each client, are sent again.
    this.sent += Math.max(0, result.requests - clients);
    return result;
  }
}

/** What wrk calls itself; asked how it is used, it ends as if that were an error. */
export async function version() {
  const output = await run('sh', ['-c', 'wrk -v 2>&1; true']);
  return output.match(/wrk \S+/)?.[0] ?? 'wrk';
}
