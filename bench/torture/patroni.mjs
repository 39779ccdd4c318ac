// Three servers of PostgreSQL under Patroni, with an etcd beside each, by the files of the recipe in OPERATING.md.
import { chownSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freeze, owner, program } from '../postgres.mjs';
import { atTheEnd, run, start } from '../processes.mjs';
import { freePort } from '../server.mjs';
import { Refusal } from '../settings.mjs';

const RECIPE = join(import.meta.dirname, '../../docs/how-to');
const NAMES = ['db1', 'db2', 'db3'];
const POSTGRES = 5432;
const PORTS = [POSTGRES, 8008, 2379, 2380];
const PASSWORD = 'only-for-the-trial';

/** After how many milliseconds a cluster that does not heal is given up. */
const PATIENCE = 180_000;

/** Whether two standbys follow the primary, one of them synchronously. */
const IS_WHOLE = `SELECT count(*) = 2 AND count(*) FILTER (WHERE sync_state = 'sync') = 1
  FROM pg_stat_replication WHERE state = 'streaming'`;

/** One of the servers: each `host:port` of the recipe is a port of this machine. */
class Place {
  static async all(folder) {
    const ports = {};
    for (const name of NAMES) {
      ports[name] = {};
      for (const port of PORTS) ports[name][port] = await freePort();
    }
    return NAMES.map((name) => Object.assign(new Place(), { name, ports, folder: join(folder, name) }));
  }

  get data() {
    return join(this.folder, 'data');
  }

  get port() {
    return this.ports[this.name][POSTGRES];
  }

  /** A file of the recipe for this server. */
  file(name) {
    const text = readFileSync(join(RECIPE, name), 'utf8')
      .replaceAll('THIS', this.name)
      .replaceAll('0.0.0.0', this.name);
    return text.replaceAll(/\b(db\d):(\d+)\b/g, (_, host, port) => `127.0.0.1:${this.ports[host][port]}`);
  }

  patroniFile() {
    return this.file('patroni.yml')
      .replaceAll('/var/lib/postgresql/mizan.pgpass', join(this.folder, 'pgpass'))
      .replaceAll('/var/lib/postgresql/mizan', this.data)
      .replaceAll('/usr/lib/postgresql/15/bin', dirname(program('postgres')))
      .replaceAll('/run/postgresql', this.folder)
      .replaceAll(/\w+_PASSWORD/g, PASSWORD)
      .replace('mode: automatic', 'mode: "off"');
  }

  /** The variables of etcd. */
  etcd() {
    const lines = this.file('etcd.env').split('\n');
    const set = lines.filter((line) => line.startsWith('ETCD_')).map((line) => line.split(/=(.*)/s).slice(0, 2));
    return { ...Object.fromEntries(set), ETCD_DATA_DIR: join(this.folder, 'etcd') };
  }

  /** The process of PostgreSQL; null when there is none. */
  postmaster() {
    try {
      const pid = Number(readFileSync(join(this.data, 'postmaster.pid'), 'utf8').split('\n')[0]);
      process.kill(pid, 0);
      return pid;
    } catch {
      return null;
    }
  }
}

export class Cluster {
  /** Starts a new cluster with an empty database `mizan`. */
  static async start(folder) {
    const cluster = new Cluster();
    const [uid, gid] = await owner();
    cluster.user = process.getuid() === 0 ? { uid, gid } : {};
    cluster.folder = folder;
    cluster.places = await Place.all(folder);
    cluster.done = atTheEnd(() => cluster.close());
    for (const one of [folder, ...cluster.places.map((place) => place.folder)]) {
      mkdirSync(one, { recursive: true });
      chownSync(one, uid, gid);
    }
    cluster.etcds = cluster.places.map((place) => cluster.#spawn('etcd', [], place.etcd()));
    cluster.places.forEach((place) => cluster.resume(place));
    await cluster.whole();
    await cluster.#psql('postgres', `CREATE ROLE mizan LOGIN PASSWORD '${PASSWORD}'`);
    await cluster.#psql('postgres', 'CREATE DATABASE mizan OWNER mizan');
    return cluster;
  }

  #spawn(name, args, env) {
    const { PATH, LANG = 'C' } = process.env;
    return start(name, args, { cwd: this.folder, ...this.user, env: { PATH, LANG, HOME: this.folder, ...env } });
  }

  #hosts() {
    return this.places.map(({ port }) => `127.0.0.1:${port}`).join(',');
  }

  get url() {
    return `postgres://mizan:${PASSWORD}@${this.#hosts()}/mizan`;
  }

  async #psql(database, sql) {
    const url = `postgres://postgres:${PASSWORD}@${this.#hosts()}/${database}?target_session_attrs=read-write`;
    return (await run(program('psql'), ['-qXAtc', sql, url])).trim();
  }

  /** Runs a statement at the primary. */
  query(sql) {
    return this.#psql('mizan', sql);
  }

  /** The server that is the primary. */
  async primary() {
    const port = Number(await this.query('SELECT inet_server_port()'));
    return this.places.find((place) => place.port === port);
  }

  /** Waits until all three servers run, and follow the primary. */
  async whole() {
    const until = performance.now() + PATIENCE;
    let last;
    while (last !== 't') {
      if (performance.now() > until) throw new Refusal(`The cluster does not heal: ${last}\n${this.#said()}`);
      await pause(200);
      last = await this.#psql('postgres', IS_WHOLE).catch(({ message }) => message);
    }
  }

  /** The last lines of each Patroni. */
  #said() {
    return this.places.map(({ name, patroni }) => `${name}: ${patroni.printed.err.slice(-1500)}`).join('\n');
  }

  /** Ends Patroni and PostgreSQL of a server at once, as a machine that loses its power. */
  async kill(place) {
    const pid = place.postmaster();
    place.patroni.child.kill('SIGKILL');
    process.kill(pid, 'SIGKILL');
    await place.patroni.ended;
  }

  /** Starts Patroni of a server, which starts PostgreSQL. */
  resume(place) {
    const file = join(place.folder, 'patroni.yml');
    writeFileSync(file, place.patroniFile());
    place.patroni = this.#spawn('patroni', [file], {});
  }

  /** Stops all servers but the primary where they are. Returns how to let them go on. */
  async freezeStandbys() {
    const primary = await this.primary();
    const standbys = this.places.filter((place) => place !== primary);
    const goOn = await Promise.all(standbys.map((place) => freeze(place.postmaster())));
    return () => Promise.all(goOn.map((one) => one()));
  }

  async close() {
    this.done();
    for (const { patroni } of this.places) patroni?.child.kill('SIGKILL');
    for (const place of this.places) {
      const pid = place.postmaster();
      if (pid) process.kill(pid, 'SIGQUIT');
      while (place.postmaster() !== null) await pause(20);
    }
    for (const etcd of this.etcds ?? []) etcd.child.kill('SIGKILL');
    await Promise.all([...this.places.map(({ patroni }) => patroni), ...(this.etcds ?? [])].map((one) => one?.ended));
    rmSync(this.folder, { recursive: true, force: true });
  }
}
