// What the provider can be told to lie about: each lie has a name, the endpoint it stands at, and what it does there.
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { SIGNER_NAMES } from './keys.mjs';

const HOUR = 3600;
const ELSEWHERE = 'http://provider.example';
const PADDING = 5 * 1024 * 1024;
const PATHS = { discovery: '/.well-known/openid-configuration', jwks: '/jwks', token: '/token', userinfo: '/me' };
const now = () => Math.floor(Date.now() / 1000);

/** The endpoint at a path: one of discovery, jwks, token, userinfo, callback, or none of these. */
export function endpointAt(path) {
  if (path === '/auth' || path.startsWith('/auth/')) return 'callback';
  return Object.keys(PATHS).find((name) => PATHS[name] === path);
}

/** The honest answer, and then a change of it. */
const changed = (change) => async (ctx, next, world) => {
  await next();
  if (ctx.status === 200) ctx.body = await change(ctx.body, world);
};

/** Takes the token request's ID token and puts another one in its place: what `change` makes of the honest claims. */
const idToken = (change) =>
  changed(async (body, { keys }) => {
    if (body.id_token === undefined) return body;
    const { typ } = decodeProtectedHeader(body.id_token);
    const altered = change(decodeJwt(body.id_token), keys);
    return { ...body, id_token: await keys.token({ ...altered, header: { typ, ...altered.header } }) };
  });

/** Other claims, honestly signed; null takes one away. */
const claims = (change) => idToken((honest) => ({ claims: { ...honest, ...change(honest) } }));

const ID_TOKENS = {
  'other-issuer': claims(() => ({ iss: ELSEWHERE })),
  'other-audience': claims(() => ({ aud: 'other' })),
  'second-audience': claims(({ aud }) => ({ aud: [aud, 'other'] })),
  'other-azp': claims(() => ({ azp: 'other' })),
  'other-nonce': claims(() => ({ nonce: 'not-the-one-that-was-sent' })),
  expired: claims(() => ({ iat: now() - 2 * HOUR, exp: now() - HOUR })),
  'not-yet-valid': claims(() => ({ nbf: now() + HOUR, exp: now() + 2 * HOUR })),
  'issued-long-ago': claims(() => ({ iat: now() - 24 * HOUR })),
  'unknown-kid': idToken((honest) => ({ claims: honest, key: 'foreign', header: { kid: 'unknown' } })),
};
for (const claim of ['iss', 'sub', 'aud', 'exp', 'iat', 'nonce'])
  ID_TOKENS[`no-${claim}`] = claims(() => ({ [claim]: null }));
for (const key of SIGNER_NAMES.filter((name) => name !== 'current' && name !== 'retired')) {
  ID_TOKENS[key] = idToken((honest) => ({ claims: honest, key }));
}

/** What can be wrong with any answer. */
const FAULTS = {
  500: (ctx) => {
    ctx.status = 500;
    ctx.body = { error: 'server_error' };
  },
  html: (ctx) => {
    ctx.type = 'html';
    ctx.body = '<!doctype html><title>Maintenance</title><p>We are back soon.</p>';
  },
  // To another origin, where the honest answer waits: who follows is seen there, with `astray` in the query.
  redirect: async (ctx, next, { port }) => {
    if (ctx.query.astray !== undefined) return next();
    ctx.status = 307;
    ctx.set('Location', `http://localhost:${port}${ctx.path}?astray=1`);
  },
  // The honest answer, once it is released or half a minute has passed.
  slow: async (ctx, next, world) => {
    await world.hang();
    if (ctx.writable) await next();
  },
  // The connection ends in the middle of the answer.
  cut: (ctx) => {
    ctx.respond = false;
    ctx.res.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': 1000 });
    ctx.res.write('{"keys":[', () => ctx.res.destroy());
  },
  // The honest answer, and 5 MiB that no user needs.
  huge: changed((body) => ({ padding: 'x'.repeat(PADDING), ...body })),
};

const discovery = (field, value) => changed((body) => ({ ...body, [field]: value(body[field]) }));
const onForeignHost = (url) => ELSEWHERE + new URL(url).pathname;

/** Sends the browser back to the client with another `iss` (RFC 9207), or with none. */
const callbackIssuer = (change) => async (ctx, next) => {
  await next();
  const location = URL.parse(ctx.response.get('Location'));
  if (location?.searchParams.has('iss')) {
    change(location.searchParams);
    ctx.set('Location', location.href);
  }
};

const ANSWERS = {
  discovery: {
    'other-issuer': discovery('issuer', () => ELSEWHERE),
    'foreign-authorization': discovery('authorization_endpoint', onForeignHost),
    'foreign-token': discovery('token_endpoint', onForeignHost),
    'foreign-jwks': discovery('jwks_uri', onForeignHost),
    'foreign-userinfo': discovery('userinfo_endpoint', onForeignHost),
  },
  jwks: { empty: changed(() => ({ keys: [] })) },
  token: {
    refused: (ctx) => {
      ctx.status = 400;
      ctx.body = { error: 'invalid_grant', error_description: 'grant request is invalid' };
    },
    'no-id-token': changed((body) => ({ ...body, id_token: undefined })),
    'nonsense-id-token': changed((body) => ({ ...body, id_token: 'not.a.token' })),
  },
  userinfo: { 'other-subject': changed((body) => ({ ...body, sub: 'somebody-else' })) },
  callback: {
    'other-issuer': callbackIssuer((params) => params.set('iss', ELSEWHERE)),
    'no-issuer': callbackIssuer((params) => params.delete('iss')),
  },
};
for (const endpoint of Object.keys(PATHS)) Object.assign(ANSWERS[endpoint], FAULTS);

/** What is said of the person, wherever it is said. */
const PEOPLE = {
  'email-unverified': (person) => ({ ...person, email_verified: false }),
  'email-missing': (person) => ({ ...person, email: undefined, email_verified: undefined }),
};

/** Every lie by its name: `{at, answer}` for an answer, `{person}` for what is said of a person. */
export const LIES = new Map([
  ...Object.entries(ID_TOKENS).map(([name, answer]) => [`id-token-${name}`, { at: 'token', answer }]),
  ...Object.entries(ANSWERS).flatMap(([at, answers]) =>
    Object.entries(answers).map(([name, answer]) => [`${at}-${name}`, { at, answer }]),
  ),
  ...Object.entries(PEOPLE).map(([name, person]) => [name, { person }]),
]);
