// A connection of its own, below the HTTP client: it can send half a request, stop reading, or hang up.
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

const HEAD_END = Buffer.from('\r\n\r\n');

export class Connection {
  #received = Buffer.alloc(0);
  #waiting = null;
  isOpen = true;

  /** Connects to a node from an address of this machine. */
  static open(port, from = '127.0.0.1') {
    return new Promise((resolve, reject) => {
      const connection = new Connection();
      const socket = connect({ host: '127.0.0.1', port, localAddress: from, noDelay: true });
      connection.socket = socket;
      socket.once('connect', () => resolve(connection));
      socket.once('error', reject);
      socket.on('error', () => {});
      connection.closed = new Promise((end) => socket.on('close', end)).then(() => connection.#end());
      socket.on('data', (part) => connection.#data(part));
    });
  }

  /** Whether the connection is open and the node has sent nothing yet. */
  get isSilent() {
    return this.isOpen && this.#received.length === 0;
  }

  /** Sends text or bytes, which may be a part of a request. */
  send(part) {
    if (this.isOpen) this.socket.write(part);
  }

  /** Waits for the next response, whose length is in its head. Returns null when the connection ends before. */
  response() {
    return new Promise((resolve) => {
      this.#waiting = resolve;
      if (!this.isOpen) this.#end();
      else this.#data(Buffer.alloc(0));
    });
  }

  /** Sends a request. Returns its response with its milliseconds. */
  async exchange(text) {
    const started = performance.now();
    this.send(text);
    const response = await this.response();
    return response && { ...response, took: performance.now() - started };
  }

  /** Waits until the node closes the connection. Returns all that it sent; null after the given milliseconds. */
  async everything(patience) {
    await Promise.race([this.closed, pause(patience, null, { ref: false })]);
    return this.isOpen ? null : this.#received.toString('latin1');
  }

  end() {
    this.socket.destroy();
  }

  #end() {
    this.isOpen = false;
    this.#waiting?.(null);
    this.#waiting = null;
  }

  #data(part) {
    if (part.length > 0) this.#received = this.#received.length > 0 ? Buffer.concat([this.#received, part]) : part;
    if (!this.#waiting) return;
    const end = this.#received.indexOf(HEAD_END);
    if (end < 0) return;
    const head = this.#received.toString('latin1', 0, end);
    const length = Number(head.match(/^content-length: (\d+)/im)?.[1] ?? 0);
    if (this.#received.length < end + 4 + length) return;
    this.#received = this.#received.subarray(end + 4 + length);
    const waiting = this.#waiting;
    this.#waiting = null;
    waiting({ status: Number(head.slice(9, 12)), head });
  }
}

/** The text of a request. */
export function request(method, path, { token = null, body = null, headers = {} } = {}) {
  const lines = [`${method} ${path} HTTP/1.1`, 'Host: 127.0.0.1'];
  if (token) lines.push(`Authorization: Bearer ${token}`);
  for (const [name, value] of Object.entries(headers)) lines.push(`${name}: ${value}`);
  if (body !== null) lines.push('Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`);
  return `${lines.join('\r\n')}\r\n\r\n${body ?? ''}`;
}
