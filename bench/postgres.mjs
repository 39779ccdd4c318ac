// A PostgreSQL cluster of the run's own, with Debian's defaults, durable. It listens on a socket in its own folder, so
// that no port can collide.
import { appendFileSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { atTheEnd, familyTicks, run } from './processes.mjs';
import { Refusal } from './settings.mjs';

const HOME = '/usr/lib/postgresql';

/** Debian keeps the programs outside of the PATH, by version; uses the newest. */
export function program(name) {
  const versions = existsSync(HOME) ? readdirSync(HOME).toSorted((one, other) => Number(other) - Number(one)) : [];
  const folder = versions.map((version) => `${HOME}/${version}/bin`).find((bin) => existsSync(`${bin}/${name}`));
  return folder ? `${folder}/${name}` : name;
}

/** PostgreSQL refuses to run as root. */
const asOwner = (command, args, options) =>
  process.getuid() === 0
    ? run('runuser', ['-u', 'postgres', '--', command, ...args], options)
    : run(command, args, options);

/** The user and group that PostgreSQL runs as. */
export async function owner() {
  if (process.getuid() !== 0) return [process.getuid(), process.getgid()];
  const ids = await Promise.all(['-u', '-g'].map((which) => run('id', [which, 'postgres'])));
  return ids.map(Number);
}

/** PostgreSQL's version. */
export const version = async () =>
  (await run(program('postgres'), ['--version'])).trim().replace('postgres (PostgreSQL)', 'PostgreSQL');

/** Creates a cluster in a folder that does not exist yet. */
export async function create(folder) {
  const args = ['-D', folder, '-U', 'mizan', '-A', 'trust', '-E', 'UTF8', '--locale=C'];
  await run('mkdir', ['-p', folder]);
  chownSync(folder, ...(await owner()));
  await asOwner(program('initdb'), args, { cwd: '/' }).catch((error) => {
    throw new Refusal(`${error.message}\nThe folder ${folder} must be one that the user postgres can reach.`);
  });
}

/** Stops a server's processes where they are, as a machine that hangs would. Returns how to let them go on. */
export async function freeze(pid) {
  const signal = async (name) => {
    await run('pkill', [`-${name}`, '-P', String(pid)]);
    process.kill(pid, `SIG${name}`);
  };
  await signal('STOP');
  return () => signal('CONT');
}

export class Postgres {
  /** Starts the cluster in `folder`. */
  static async start(folder) {
    const postgres = new Postgres();
    postgres.folder = folder;
    // The path of a socket may have 107 characters, so TMPDIR is not used.
    postgres.socket = mkdtempSync('/tmp/mizan-bench.');
    chownSync(postgres.socket, ...(await owner()));
    // The last value of a setting is the one in force.
    appendFileSync(
      `${folder}/postgresql.auto.conf`,
      `listen_addresses = ''\nunix_socket_directories = '${postgres.socket}'\n`,
    );
    postgres.done = atTheEnd(() => postgres.stop('immediate'));
    await postgres.resume();
    return postgres;
  }

  /** Copies the cluster into `folder`, which does not exist yet, and starts the copy as its streaming replica. */
  async replica(folder) {
    await run('mkdir', ['-p', '-m', '700', folder]);
    chownSync(folder, ...(await owner()));
    const args = ['-h', this.socket, '-U', 'mizan', '-D', folder, '-R', '-X', 'stream', '-c', 'fast'];
    await asOwner(program('pg_basebackup'), args, { cwd: '/' });
    return Postgres.start(folder);
  }

  /** Stops the server as a crash would; `resume` starts it again, at the same URL. */
  interrupt() {
    return this.#control(['stop', '-m', 'immediate']);
  }

  async resume() {
    await this.#control(['start', '-l', `${this.folder}/log`]);
    this.pid = Number((await readFile(`${this.folder}/postmaster.pid`, 'utf8')).split('\n')[0]);
  }

  /** Whether it runs: one that could not go on has ended. */
  async isRunning() {
    const status = await this.#control(['status']).catch(() => null);
    return status !== null;
  }

  /** Stops all its processes where they are. Returns how to let them go on. */
  freeze() {
    return freeze(this.pid);
  }

  get url() {
    return `postgres://mizan@${encodeURIComponent(this.socket)}/postgres`;
  }

  #control([what, ...args]) {
    // The server would keep these pipes open; its output is in its log.
    return asOwner(program('pg_ctl'), [what, '-D', this.folder, '-w', '-s', ...args], {
      cwd: '/',
      stdio: ['pipe', 'pipe', 'pipe'],
    });
  }

  /** The program and its arguments that run statements here. */
  get psql() {
    return [program('psql'), ['-h', this.socket, '-U', 'mizan', '-d', 'postgres', '-qX']];
  }

  async query(sql) {
    const [psql, args] = this.psql;
    return (await run(psql, [...args, '-Atc', sql])).trim();
  }

  /** Runs statements one by one, and stops at the first that fails. */
  script(text) {
    const [psql, args] = this.psql;
    return run(psql, [...args, '-v', 'ON_ERROR_STOP=1'], { input: text });
  }

  /** The processor time of all its processes, in ticks. */
  ticks() {
    return familyTicks(this.pid);
  }

  async stop(how = 'fast') {
    this.done();
    try {
      await this.#control(['stop', '-m', how]);
    } finally {
      rmSync(this.socket, { recursive: true, force: true });
    }
  }
}
