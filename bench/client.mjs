// The HTTP client that prepares and checks a run; wrk makes the load.
import { Agent, request } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { PASSWORD } from './fixture.mjs';
import { Refusal } from './settings.mjs';

/** How long a token is used before it is replaced, and before it expires: it is valid for a quarter of an hour. */
const TOKEN_FOR = 5 * 60_000;
const VALID_FOR = 14 * 60_000;

/** A client of the server at `port`, signed in when an e-mail is given. */
export class Client {
  #agent = new Agent({ keepAlive: true, maxSockets: 8 });
  #token = null;
  #since = 0;

  constructor(port, email = null) {
    this.port = port;
    this.email = email;
  }

  /** The same session at another port, with connections of its own. */
  at(port) {
    const other = new Client(port, this.email);
    other.#token = this.#token;
    other.#since = this.#since;
    return other;
  }

  /** Sends a request without a token. Returns status, headers and the body as text. */
  send(method, path, { body = null, headers = {} } = {}) {
    return this.#sendText(method, path, body === null ? null : JSON.stringify(body), {
      ...(body === null ? {} : { 'content-type': 'application/json' }),
      ...headers,
    });
  }

  #sendText(method, path, text, headers) {
    const sent = text === null ? headers : { ...headers, 'content-length': Buffer.byteLength(text) };
    return new Promise((resolve, reject) => {
      const outgoing = request(
        { agent: this.#agent, host: '127.0.0.1', port: this.port, method, path, headers: sent },
        (answer) => {
          let received = '';
          answer.setEncoding('utf8').on('data', (part) => (received += part));
          answer
            .once('error', reject)
            .once('end', () => resolve({ status: answer.statusCode, headers: answer.headers, text: received }));
        },
      );
      outgoing.once('error', reject).end(text);
    });
  }

  /** Signs in and returns the token. Where nobody can sign in at the moment, the former one serves as long as it is valid. */
  async token() {
    const age = Date.now() - this.#since;
    if (age < TOKEN_FOR) return this.#token;
    const answer = await this.send('POST', '/api/auth/login', { body: { email: this.email, password: PASSWORD } });
    if (answer.status !== 200 && age < VALID_FOR) return this.#token;
    if (answer.status !== 200) throw new Refusal(`${this.email} cannot sign in: ${answer.status} ${answer.text}`);
    this.#token = JSON.parse(answer.text).accessToken;
    this.#since = Date.now();
    return this.#token;
  }

  /** Sends a signed-in request. Returns the response with any status. */
  async request(method, path, body = null, headers = {}) {
    const authorization = `Bearer ${await this.token()}`;
    return this.send(method, path, { body, headers: { ...headers, authorization } });
  }

  /** Uploads a file as a form does. Returns the response with any status. */
  async upload(path, name, text) {
    const boundary = 'bench-7f3a9c51';
    const disposition = `Content-Disposition: form-data; name="file"; filename="${name}"`;
    const form = `--${boundary}\r\n${disposition}\r\nContent-Type: text/csv\r\n\r\n${text}\r\n--${boundary}--\r\n`;
    const authorization = `Bearer ${await this.token()}`;
    const type = `multipart/form-data; boundary=${boundary}`;
    return this.#sendText('POST', path, form, { authorization, 'content-type': type });
  }

  /** Sends a signed-in request that must succeed. Returns status, headers and the parsed body as `data`. */
  async requestOk(method, path, body = null) {
    return this.#parsed(method, path, await this.request(method, path, body));
  }

  /** The same, but sends it again for a minute when the server says that it could not answer at the moment. */
  async requestPatiently(method, path, body = null) {
    const until = Date.now() + 60_000;
    for (;;) {
      const answer = await this.request(method, path, body);
      const seconds = Number(answer.headers['retry-after']);
      if (answer.status !== 503 || !(seconds > 0) || Date.now() > until) return this.#parsed(method, path, answer);
      await setTimeout(seconds * 1000);
    }
  }

  #parsed(method, path, answer) {
    if (answer.status < 200 || answer.status > 299) {
      throw new Refusal(`${method} ${path.slice(0, 200)} was answered ${answer.status}: ${answer.text.slice(0, 500)}`);
    }
    return { ...answer, data: answer.text === '' ? null : JSON.parse(answer.text) };
  }

  async get(path) {
    return (await this.requestOk('GET', path)).data;
  }

  end() {
    this.#agent.destroy();
  }
}
