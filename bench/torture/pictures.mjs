// Pictures of projects, which are uploaded while a trial runs, and compared with those that another node serves.
import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { crc32, deflateSync } from 'node:zlib';
import { Connection, request } from './connection.mjs';

const PROJECTS = '/api/backoffice/projects';
const SIZES = ['small', 'large', 'full'];

/** The pixels of a side: more than a small one has. */
const SIDE = 400;

const BOUNDARY = 'torture-9d20';

/** How often pictures are added around other work at most, and how long before it, in milliseconds. */
const TIMES = 6;
const AHEAD = 200;

/** How long an answer may take, in milliseconds. */
const PATIENCE = 30_000;

function chunk(type, data) {
  const content = Buffer.concat([Buffer.from(type), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(content));
  return Buffer.concat([length, content, sum]);
}

/** A PNG of noise. */
function png() {
  const head = Buffer.from('00000000000000000802000000', 'hex');
  head.writeUInt32BE(SIDE, 0);
  head.writeUInt32BE(SIDE, 4);
  const rows = Array.from({ length: SIDE }, () => Buffer.concat([Buffer.alloc(1), randomBytes(3 * SIDE)]));
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Sends a request on a connection of its own. Returns status and body, whose bytes are the characters of a text. */
async function exchange(client, method, path, { headers = {}, body = null } = {}) {
  const connection = await Connection.open(client.port);
  const token = await client.token();
  const lengths = body ? { 'Content-Length': body.length } : {};
  connection.send(request(method, path, { token, headers: { Connection: 'close', ...lengths, ...headers } }));
  if (body) connection.send(body);
  const received = (await connection.everything(PATIENCE)) ?? '';
  connection.end();
  return { status: Number(received.slice(9, 12)), body: received.slice(received.indexOf('\r\n\r\n') + 4) };
}

/** Uploads a picture. Returns the name of its file. */
async function upload(client) {
  const disposition = 'Content-Disposition: form-data; name="file"; filename="a.png"';
  const head = `--${BOUNDARY}\r\n${disposition}\r\nContent-Type: image/png\r\n\r\n`;
  const form = Buffer.concat([Buffer.from(head), png(), Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]);
  const headers = { 'Content-Type': `multipart/form-data; boundary=${BOUNDARY}` };
  const { status, body } = await exchange(client, 'POST', `${PROJECTS}/images`, { headers, body: form });
  if (status !== 201) throw new Error(`a picture was answered ${status}: ${body}`);
  return JSON.parse(body).file;
}

const galleryOf = async (client, project) =>
  (await client.get(`${PROJECTS}/${project}`)).gallery.map(({ file }) => file);

export class Pictures {
  /** The files of each project that were acknowledged. */
  #files = new Map();

  constructor(client, projects) {
    Object.assign(this, { client, projects });
    for (const project of projects) this.#files.set(project, []);
  }

  /** Uploads a picture of each project, which then refers to it. */
  async add() {
    for (const project of this.projects) {
      const files = [...this.#files.get(project), await upload(this.client)];
      await this.client.requestOk('PATCH', `${PROJECTS}/${project}`, { gallery: files.map((file) => ({ file })) });
      this.#files.set(project, files);
    }
  }

  /** Adds pictures before, while and after other work is done, but not without limit. */
  async addAround(work) {
    const stop = { now: false };
    const adding = this.#addUntil(stop);
    await pause(AHEAD);
    await work();
    stop.now = true;
    await adding;
  }

  async #addUntil(stop) {
    for (let time = 1; time <= TIMES && !stop.now; time += 1) await this.add();
  }

  /** The files that were acknowledged until now. */
  get acknowledged() {
    return new Map(this.#files);
  }

  /**
   * Compares what another node serves. Returns the number of pictures there, of those in `acknowledged` that its projects
   * do not refer to, and of files that it serves otherwise or not at all.
   */
  async compare(other, acknowledged) {
    const found = { there: 0, lost: 0, unlike: 0 };
    for (const [project, files] of acknowledged) {
      const there = await galleryOf(other, project);
      found.there += there.length;
      found.lost += files.filter((file) => !there.includes(file)).length;
      for (const file of there)
        if (!(await this.#isAlike(other, `${PROJECTS}/${project}/images/${file}`))) found.unlike += 1;
    }
    return found;
  }

  async #isAlike(other, path) {
    for (const size of SIZES) {
      const [own, restored] = await Promise.all(
        [this.client, other].map((client) => exchange(client, 'GET', `${path}?size=${size}`)),
      );
      if (own.status !== 200 || restored.status !== 200 || own.body !== restored.body) return false;
    }
    return true;
  }
}
