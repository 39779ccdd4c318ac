// A server of the test's own, to be killed, behind a proxy that fails on demand: before the server has the request,
// halfway through it, or after it was handled but before the response is received.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request as ask, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { answers, freePort } from './ports';

export type Fault = 'none' | 'before' | 'during' | 'after';

const ADMIN = { email: 'admin@outbox.test', password: 'a quiet long password' };

const ROOT = new URL('../..', import.meta.url);

/** The product's policy. */
function productPolicy(): string {
  const modules = readdirSync(new URL('modules/', ROOT), { withFileTypes: true }).filter((one) => one.isDirectory());
  const files = ['policies/roles.csv', ...modules.map(({ name }) => `modules/${name}/policy.csv`)];
  return files.map((file) => readFileSync(new URL(file, ROOT), 'utf8')).join('\n');
}

interface Options {
  /** Another program beside the binary under test. */
  program?: string;
  /** Lines in addition to the product's policy. */
  policy?: string[];
  /** More settings. */
  env?: Record<string, string>;
}

export class OwnServer {
  /** The fault of the next matching request; called once for each. */
  fault: (request: IncomingMessage) => Fault = () => 'none';
  /** The URL for browsers. */
  readonly url: string;
  readonly admin = ADMIN;
  #folder = mkdtempSync(join(tmpdir(), 'mizan-'));
  #port: number;
  #program: string | undefined;
  #policy: string | undefined;
  #env: Record<string, string>;
  #proxy: Server;
  #process: ChildProcess | undefined;

  private constructor(port: number, proxyPort: number, { program, policy, env = {} }: Options) {
    this.#port = port;
    this.#program = program;
    this.#env = env;
    if (policy) {
      this.#policy = join(this.#folder, 'policy.csv');
      writeFileSync(this.#policy, `${productPolicy()}\n${policy.join('\n')}\n`);
    }
    this.url = `http://127.0.0.1:${proxyPort}`;
    this.#proxy = createServer((request, response) => this.#pass(request, response)).listen(proxyPort, '127.0.0.1');
  }

  static async start(options: Options = {}): Promise<OwnServer> {
    const server = new OwnServer(await freePort(), await freePort(), options);
    server.createUser('Admin', 'admin', ADMIN.email);
    await server.serve();
    return server;
  }

  /** Creates a user, who has the password of the administrator. */
  createUser(firstName: string, role: string, email = `${role}@outbox.test`): typeof ADMIN {
    const args = ['user', 'create', '--email', email, '--first-name', firstName, '--role', role];
    const created = spawnSync(this.#binary, [...args, '--password-stdin'], {
      ...this.#options(),
      input: `${ADMIN.password}\n`,
    });
    if (created.status !== 0) throw new Error(String(created.stderr));
    return { email, password: ADMIN.password };
  }

  get #binary(): string {
    const binary = process.env['MIZAN_BINARY'];
    if (!binary) throw new Error('MIZAN_BINARY must name the binary under test, as .ci/browser does');
    return this.#program ? join(dirname(binary), this.#program) : binary;
  }

  #options() {
    return {
      // Another folder, because the current one may contain a mizan.toml.
      cwd: this.#folder,
      env: {
        PATH: process.env['PATH'],
        MIZAN_DATABASE_URL: `sqlite://${this.#folder}/mizan.db`,
        MIZAN_LISTEN: `127.0.0.1:${this.#port}`,
        MIZAN_PUBLIC_URL: this.url,
        ...(this.#policy && { MIZAN_POLICY: this.#policy }),
        ...this.#env,
      },
    };
  }

  /** Returns once it accepts connections. */
  async serve(): Promise<void> {
    const child = spawn(this.#binary, ['serve'], { ...this.#options(), stdio: 'ignore' });
    this.#process = child;
    while (!(await answers(this.#port))) {
      if (child.exitCode !== null) throw new Error('the server has ended');
      await new Promise((done) => setTimeout(done, 50));
    }
  }

  /** Like a power cut: SIGKILL. */
  async kill(): Promise<void> {
    const child = this.#process;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((done) => child.once('exit', done));
    child.kill('SIGKILL');
    await ended;
  }

  async end(): Promise<void> {
    await this.kill();
    this.#proxy.closeAllConnections();
    this.#proxy.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #pass(request: IncomingMessage, response: ServerResponse): void {
    const fault = this.fault(request);
    if (fault === 'before') {
      request.socket.destroy();
      return;
    }
    const { method, url: path, headers } = request;
    const onward = ask({ host: '127.0.0.1', port: this.#port, method, path, headers });
    onward.once('error', () => response.socket?.destroy());
    onward.once('response', (answer) => {
      if (fault === 'after') {
        answer.resume();
        response.socket?.destroy();
        return;
      }
      response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
      answer.once('error', () => response.socket?.destroy());
      answer.pipe(response);
    });
    if (fault === 'during') {
      // Half of the announced length, and then nothing more.
      request.once('data', (part: Buffer) => {
        onward.write(part.subarray(0, part.length / 2), () => {
          onward.destroy();
          request.socket.destroy();
        });
      });
      return;
    }
    request.pipe(onward);
  }
}
