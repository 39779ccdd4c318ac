// nginx in front of the product, as docs/how-to/proxy.md has it set up, with `gzip on` for what the product answers.
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { answers, freePort } from './ports';

const TEMPORARY = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];

const configuration = (folder: string, port: number, upstream: string): string => `
daemon off;
master_process off;
pid ${folder}/pid;
error_log ${folder}/log;
events {}
http {
    access_log off;
${TEMPORARY.map((name) => `    ${name}_temp_path ${folder}/${name};`).join('\n')}
    gzip on;
    gzip_types application/json application/problem+json;
    server {
        listen 127.0.0.1:${port};
        client_max_body_size 64m;
        location / {
            proxy_pass ${upstream};
            proxy_set_header Host $host;
            proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
        }
    }
}
`;

export class Nginx {
  readonly url: string;
  readonly #folder: string;
  readonly #process: ChildProcess;

  private constructor(url: string, folder: string, process: ChildProcess) {
    this.url = url;
    this.#folder = folder;
    this.#process = process;
  }

  /** Returns once it accepts connections. */
  static async before(upstream: string): Promise<Nginx> {
    const folder = mkdtempSync(join(tmpdir(), 'nginx-'));
    for (const name of TEMPORARY) mkdirSync(join(folder, name));
    const port = await freePort();
    const file = join(folder, 'nginx.conf');
    writeFileSync(file, configuration(folder, port, upstream));
    // Debian has it where only root's PATH leads.
    const env = { ...process.env, PATH: `${process.env['PATH'] ?? ''}:/usr/sbin` };
    const child = spawn('nginx', ['-c', file], { env, stdio: ['ignore', 'ignore', 'pipe'] });
    let said = '';
    child.stderr.on('data', (part: Buffer) => (said += String(part)));
    child.once('error', (error) => (said += error.message));
    while (!(await answers(port))) {
      if (child.exitCode !== null || child.pid === undefined) throw new Error(`nginx has ended: ${said}`);
      await new Promise((done) => setTimeout(done, 50));
    }
    return new Nginx(`http://127.0.0.1:${port}`, folder, child);
  }

  async end(): Promise<void> {
    const ended = new Promise((done) => this.#process.once('exit', done));
    this.#process.kill('SIGTERM');
    await ended;
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
