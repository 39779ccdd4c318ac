// An OpenID provider for tests: the real oidc-provider behind a thin layer that injects faults on demand.
//
//   node tests/provider/provider.mjs [--redirect URL]… [--alg ES256|RS256]
//
// listens on two free ports of 127.0.0.1 and then prints one line of JSON, the only one on its standard output:
// {"issuer", "control", "client_id", "client_secret"}. It ends when its standard input closes, or on SIGTERM.
// Browsers use `issuer`; tests use `control`, which also responds while the provider is down.
//
// The clients are `mizan` and `other`: code flow with PKCE, client_secret_basic, client_credentials. A request of `/auth`
// signs in the current person, without a page, after three redirects that need a cookie jar:
// /auth -> /interaction/… -> /auth/… -> the client. No user stays signed in, so that one jar suffices for many users.
// ID tokens have the person's claims by scope: `email`, `profile`; non-standard claims are always included.
// Access tokens are JWTs of the same claims (RFC 9068) for the client itself, and are accepted at `/me` as well.
//
// GET  /control  the state: `lies` (all names of faults), `keys` {alg, current, retired}, `waiting` (delayed
//                responses), `seen` (each request: at, method, path, query, form, authorization, status; `at` is discovery,
//                jwks, token, userinfo or callback), `issued` (each token response), and the settings.
// POST /control  any of these, in the given order; responds as GET does, or with a 422 and a message:
//   person     {sub, email?, email_verified?, given_name?, public_metadata?, …}: the user of the following sign-ins
//   decline    true: the user declines (access_denied); the name of another error: that one; false: none
//   lie        the name of a fault, until another one or null; delayed responses are released
//   redirects  [URL]: the redirect URIs of both clients
//   clients    {id: {…}}: client metadata to change, or a new client; {"mizan": {"token_endpoint_auth_method": …}}
//   audience   the audience of access tokens; null: the requesting client
//   opaque     true: access tokens are not JWTs
//   rotate     true, ES256 or RS256: a new signing key (key-2, key-3, …); the former one is no longer published
//   down       true: stops listening, so that connections are refused; false: listens again on the same port
//   release    true: delayed responses are sent
//   forget     true: empties `seen` and `issued`
// POST /mint     {claims?, header?, key?, bare?}: a token as text. By default it is a valid access token of the person
//                for `mizan`; claims and header override its own, null removes one; with bare: true it has only the
//                given claims. `key` is one of current, retired, foreign, embedded, encryption, none,
//                stripped, hs256-public, hs256-public-der, hs256-public-jwk, hs256-secret, tampered (see keys.mjs).
//
// The lies, each by its name (lies.mjs says what they do):
//   id-token-   other-issuer other-audience second-audience other-azp other-nonce expired not-yet-valid issued-long-ago
//               unknown-kid, no- with iss sub aud exp iat nonce, and every key of /mint but current and retired
//   discovery-  other-issuer, foreign- with authorization token jwks userinfo; 500 html redirect slow cut huge
//   jwks-       empty; 500 html redirect slow cut huge
//   token-      refused no-id-token nonsense-id-token; 500 html redirect slow cut huge
//   userinfo-   other-subject; 500 html redirect slow cut huge
//   callback-   other-issuer no-issuer
//   email-      unverified missing, in ID token, access token and userinfo alike
//
// slow hangs until it is released, the lie is changed, or 30 s have passed, and is honest then; huge is honest with
// 5 MiB more; redirect leads to another origin, `http://localhost`, where `seen` shows `astray` in the query.
// On Node 20 oidc-provider says on standard error that it wants a newer one; it works all the same.
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { jwtVerify } from 'jose';
import { CLIENTS, honestProvider, memory, PERSON } from './accounts.mjs';
import { Keys, Misuse } from './keys.mjs';
import { endpointAt, LIES } from './lies.mjs';

const SLOW = 30_000;

/** The state of the provider, and the requests that it received. */
class World {
  person = PERSON;
  people = new Map([[PERSON.sub, PERSON]]);
  clients = structuredClone(CLIENTS);
  Memory = memory();
  lie = null;
  decline = false;
  audience = null;
  opaque = false;
  down = false;
  seen = [];
  issued = [];
  #waiting = new Set();
  #front = createServer((request, response) => this.#answer(request, response));
  #answer;

  /** Starts listening on a free port. */
  async open(redirects, alg) {
    await this.#listen(0);
    this.port = this.#front.address().port;
    this.issuer = `http://127.0.0.1:${this.port}`;
    this.keys = new Keys(this.issuer, this.clients.mizan.client_secret);
    await this.keys.rotate(alg);
    this.redirectTo(redirects);
    this.renew();
  }

  /** Creates the real provider again, with the current state. Its storage is kept. */
  renew() {
    const provider = honestProvider(this);
    provider.use((ctx, next) => layer(ctx, next, this, provider));
    provider.on('server_error', (_, error) => process.stderr.write(`${error.stack}\n`));
    this.#answer = provider.callback();
  }

  redirectTo(redirects) {
    for (const client of Object.values(this.clients)) client.redirect_uris = redirects;
  }

  /** The claims of a user, including an injected fault. */
  claimsOf(sub) {
    const person = this.people.get(sub);
    return (person && LIES.get(this.lie)?.person?.(person)) ?? person;
  }

  /** Waits until the test releases it, or for half a minute. */
  hang() {
    return new Promise((resolve) => {
      const go = () => {
        clearTimeout(timer);
        this.#waiting.delete(go);
        resolve();
      };
      const timer = setTimeout(go, SLOW);
      this.#waiting.add(go);
    });
  }

  release() {
    for (const go of this.#waiting) go();
  }

  /** Stops listening, so that connections are refused, or listens again on the same port. */
  async shut(down) {
    if (down === this.down) return;
    this.down = down;
    if (!down) return this.#listen(this.port);
    const closed = once(this.#front.close(), 'close');
    this.#front.closeAllConnections();
    return closed;
  }

  #listen(port) {
    return once(this.#front.listen(port, '127.0.0.1'), 'listening');
  }

  /** A valid access token with these changes. With `bare` no claim is added. */
  mint({ claims = {}, header = {}, key, bare = false }) {
    const now = Math.floor(Date.now() / 1000);
    const about = {
      iss: this.issuer,
      aud: this.audience ?? 'mizan',
      client_id: 'mizan',
      scope: 'openid profile email',
    };
    const filled = { ...this.person, ...about, iat: now, exp: now + 3600, jti: randomUUID(), ...claims };
    return this.keys.token({ claims: bare ? claims : filled, header: { typ: 'at+jwt', ...header }, key });
  }

  toJSON() {
    const { issuer, down, lie, person, decline, clients, audience, opaque, seen, issued } = this;
    const { current, retired } = this.keys;
    const keys = { alg: current.alg, current: current.kid, retired: retired?.kid };
    const [lies, waiting] = [[...LIES.keys()], this.#waiting.size];
    return { issuer, down, lie, person, decline, clients, audience, opaque, keys, waiting, seen, issued, lies };
  }
}

/** Runs before the real provider: records every request, and injects the current fault. */
async function layer(ctx, next, world, provider) {
  const at = endpointAt(ctx.path);
  const { method, path, query } = ctx;
  const seen = { at, method, path, query, authorization: ctx.get('Authorization') || undefined };
  world.seen.push(seen);
  // No user stays signed in here: every sign-in is that of the current user.
  ctx.req.headers.cookie = ctx.get('Cookie').replace(/(^|; *)_session[^;]*/g, '');
  const honest = () => answer(ctx, next, world, provider);
  const lie = LIES.get(world.lie);
  await (lie?.answer !== undefined && lie.at === at ? lie.answer(ctx, honest, world) : honest());
  seen.status = ctx.status;
  seen.form = ctx.oidc?.body;
  if (at === 'token' && ctx.body?.access_token) world.issued.push({ client: ctx.oidc.client.clientId, ...ctx.body });
}

/** Handles what the real provider does not, else calls it. */
async function answer(ctx, next, world, provider) {
  if (ctx.path === '/foreign-jwks') {
    ctx.body = world.keys.foreignJwks;
  } else if (ctx.path.startsWith('/interaction/')) {
    const declined = { error: world.decline === true ? 'access_denied' : world.decline };
    const result = world.decline ? declined : { login: { accountId: world.person.sub } };
    ctx.redirect(await provider.interactionResult(ctx.req, ctx.res, result));
  } else if (ctx.path === '/me' && ctx.get('Authorization').startsWith('Bearer ey')) {
    await userinfo(ctx, world);
  } else {
    await next();
  }
}

/** oidc-provider's userinfo rejects access tokens for an API; other providers accept them. */
async function userinfo(ctx, world) {
  const token = ctx.get('Authorization').slice('Bearer '.length);
  try {
    const { payload } = await jwtVerify(token, world.keys.current.publicKey, { issuer: world.issuer, typ: 'at+jwt' });
    ctx.body = world.claimsOf(payload.sub);
  } catch {
    ctx.status = 401;
    ctx.set('WWW-Authenticate', 'Bearer error="invalid_token"');
  }
}

/** The commands of `/control`. */
const STEPS = {
  person: (world, person) => {
    if (typeof person?.sub !== 'string') throw new Misuse('A person needs a sub.');
    world.person = person;
    world.people.set(person.sub, person);
  },
  lie: (world, lie) => {
    if (lie !== null && !LIES.has(lie))
      throw new Misuse(`There is no lie ${lie}; there are: ${[...LIES.keys()].join(', ')}`);
    world.lie = lie;
    world.release();
  },
  decline: (world, decline) => {
    world.decline = decline;
  },
  redirects: (world, redirects) => world.redirectTo(redirects),
  clients: (world, clients) => {
    for (const [id, metadata] of Object.entries(clients))
      Object.assign((world.clients[id] ??= { client_id: id }), metadata);
  },
  audience: (world, audience) => {
    world.audience = audience;
  },
  opaque: (world, opaque) => {
    world.opaque = opaque;
  },
  rotate: (world, rotate) => world.keys.rotate(rotate === true ? undefined : rotate),
  down: (world, down) => world.shut(down),
  release: (world) => world.release(),
  forget: (world) => {
    world.seen = [];
    world.issued = [];
  },
};

async function steer(world, wishes) {
  const unknown = Object.keys(wishes).find((name) => !Object.hasOwn(STEPS, name));
  if (unknown !== undefined)
    throw new Misuse(`Nothing is called ${unknown}; there are: ${Object.keys(STEPS).join(', ')}`);
  for (const [name, value] of Object.entries(wishes)) await STEPS[name](world, value);
  world.renew();
}

/** The control server, which also listens while the provider is down. */
const control = (world) => async (request, response) => {
  const reply = (status, type, body) => response.writeHead(status, { 'Content-Type': type }).end(body);
  try {
    const body = await text(request);
    if (request.url === '/mint') return reply(200, 'text/plain', await world.mint(JSON.parse(body)));
    if (request.url !== '/control') return reply(404, 'text/plain', 'There are /control and /mint.');
    if (request.method === 'POST') await steer(world, JSON.parse(body));
    return reply(200, 'application/json', JSON.stringify(world));
  } catch (error) {
    return reply(422, 'text/plain', error instanceof Misuse ? error.message : String(error.stack));
  }
};

const { redirect, alg } = parseArgs({
  options: { redirect: { type: 'string', multiple: true, default: [] }, alg: { type: 'string', default: 'ES256' } },
}).values;
const world = new World();
await world.open(redirect, alg);
const controlServer = createServer(control(world)).listen(0, '127.0.0.1');
await once(controlServer, 'listening');

const leave = () => process.exit(0);
process.on('SIGTERM', leave).on('SIGINT', leave);
process.stdin.on('close', leave).resume();
const { client_id, client_secret } = world.clients.mizan;
const started = {
  issuer: world.issuer,
  control: `http://127.0.0.1:${controlServer.address().port}`,
  client_id,
  client_secret,
};
process.stdout.write(`${JSON.stringify(started)}\n`);
