// The server under test: the release binary on a database.
import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from './client.mjs';
import { ownTicks, resident, run, start } from './processes.mjs';
import { Refusal } from './settings.mjs';

/** A server is at rest after so many tenths of a second without work. */
const CALM = 10;

const PATIENCE = 60_000;

/** The environment of the binary, without settings of the caller's; `settings` are the run's own, such as `MIZAN_LOG`. */
export function environment(database, port = 0, settings = {}) {
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('MIZAN_'));
  return {
    ...Object.fromEntries(own),
    MIZAN_DATABASE_URL: database,
    MIZAN_LISTEN: `127.0.0.1:${port}`,
    MIZAN_PUBLIC_URL: `http://127.0.0.1:${port}`,
    MIZAN_DRAIN_SECONDS: '0',
    ...settings,
  };
}

/** Runs a command of the binary on a database, in another folder, because the current one may contain a mizan.toml. */
export const mizan = (binary, database, args, { settings, ...options } = {}) =>
  run(binary, args, { cwd: '/', env: environment(database, 0, settings), ...options });

/** A port that is free at the moment. */
export async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

export class Server {
  /** Starts the binary and waits until it is ready. */
  static async start(binary, database, { command = ['serve'], port = null, settings = {}, wrapper = [] } = {}) {
    const server = new Server();
    server.port = port ?? (await freePort());
    const started = performance.now();
    const [program, ...args] = [...wrapper, binary, ...command];
    server.process = start(program, args, { cwd: '/', env: environment(database, server.port, settings) });
    const { child, printed } = server.process;
    const stranger = new Client(server.port);
    for (;;) {
      const ready = await stranger.send('GET', '/readyz').catch(() => null);
      if (ready?.status === 200) break;
      if (child.exitCode !== null || performance.now() - started > PATIENCE) {
        throw new Refusal(`The server did not get ready:\n${printed.err || printed.out}`);
      }
      await pause(2);
    }
    stranger.end();
    server.readyAfter = performance.now() - started;
    server.pid = child.pid;
    return server;
  }

  /** Waits until the server has loaded into memory what it loads from the start, and uses no processor any more. */
  async rested() {
    for (let last = ownTicks(this.pid), calm = 0; calm < CALM;) {
      await pause(100);
      const now = ownTicks(this.pid);
      calm = now - last <= 1 ? calm + 1 : 0;
      last = now;
    }
  }

  resident() {
    return resident(this.pid);
  }

  /** The server's own count of an operation's responses, by status. */
  async answers(operation) {
    const stranger = new Client(this.port);
    const { text } = await stranger.send('GET', '/metrics');
    stranger.end();
    const counted = {};
    for (const [, status, number] of text.matchAll(
      new RegExp(`^mizan_requests_total\\{operation="${operation}",status="(\\d+)"\\} (\\d+)$`, 'gm'),
    )) {
      counted[status] = Number(number);
    }
    return counted;
  }

  /** One of the server's metrics without labels; 0 while it has none of that name. */
  async metric(name) {
    const stranger = new Client(this.port);
    const { text } = await stranger.send('GET', '/metrics');
    stranger.end();
    return Number(text.match(new RegExp(`^mizan_${name} (\\d+)$`, 'm'))?.[1] ?? 0);
  }

  /** Sends `SIGTERM`, as a service manager does. Returns the exit code once the process has ended. */
  terminate() {
    this.process.child.kill('SIGTERM');
    return this.process.ended;
  }

  /** Whether the process has not ended. */
  get isAlive() {
    return this.process.child.exitCode === null && this.process.child.signalCode === null;
  }

  /** Ends the server at once, whatever it is doing. */
  async kill() {
    this.process.child.kill('SIGKILL');
    await this.process.ended;
  }

  /**
   * Stops the server as an operator would. Its warnings are an error, because a measurement with warnings is invalid.
   */
  async stop() {
    const { child, printed, ended } = this.process;
    child.kill('SIGINT');
    const code = await ended;
    if (code !== 0) throw new Refusal(`The server ended with ${code}:\n${printed.err}`);
    return printed.err;
  }
}
