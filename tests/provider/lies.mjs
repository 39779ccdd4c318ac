// The faults that the provider can be told to inject: each has a name, an endpoint, and an effect.
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { SIGNER_NAMES } from './keys.mjs';

const HOUR = 3600;
const ELSEWHERE = 'http://provider.example';
const PADDING = 5 * 1024 * 1024;
const PATHS = { discovery: '/.well-known/openid-configuration', jwks: '/jwks', token: '/token', userinfo: '/me' };
const now = () => Math.floor(Date.now() / 1000);

/** The endpoint at a path: discovery, jwks, token, userinfo, callback, or undefined. */
export function endpointAt(path) {
  if (path === '/auth' || path.startsWith('/auth/')) return 'callback';
  return Object.keys(PATHS).find((name) => PATHS[name] === path);
}

/** Changes the provider's own response. */
const changed = (change) => async (ctx, next, world) => {
  await next();
  if (ctx.status === 200) ctx.body = await change(ctx.body, world);
};

/** Replaces the ID token in the token response by one with changed claims. */
const idToken = (change) =>
  changed(async (body, { keys }) => {
    if (body.id_token === undefined) return body;
    const { typ } = decodeProtectedHeader(body.id_token);
    const altered = change(decodeJwt(body.id_token), keys);
    return { ...body, id_token: await keys.token({ ...altered, header: { typ, ...altered.header } }) };
  });

/** Changed claims, correctly signed; null removes one. */
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

/** Faults of any response. */
const FAULTS = {
  500: (ctx) => {
    ctx.status = 500;
    ctx.body = { error: 'server_error' };
  },
  html: (ctx) => {
    ctx.type = 'html';
    ctx.body = '<!doctype html><title>Maintenance</title><p>We are back soon.</p>';
  },
  // Redirects to another origin, which serves the correct response: a client that follows is recorded there, with
  // `astray` in the query.
  redirect: async (ctx, next, { port }) => {
    if (ctx.query.astray !== undefined) return next();
    ctx.status = 307;
    ctx.set('Location', `http://localhost:${port}${ctx.path}?astray=1`);
  },
  // The correct response, once it is released or after half a minute.
  slow: async (ctx, next, world) => {
    await world.hang();
    if (ctx.writable) await next();
  },
  // Closes the connection in the middle of the response.
  cut: (ctx) => {
    ctx.respond = false;
    ctx.res.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': 1000 });
    ctx.res.write('{"keys":[', () => ctx.res.destroy());
  },
  // The correct response, with 5 MiB of padding.
  huge: changed((body) => ({ padding: 'x'.repeat(PADDING), ...body })),
};

const discovery = (field, value) => changed((body) => ({ ...body, [field]: value(body[field]) }));
const onForeignHost = (url) => ELSEWHERE + new URL(url).pathname;

/** Redirects the browser back to the client with another `iss` (RFC 9207), or without one. */
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

/** Changed claims of the user, in all tokens and responses. */
const PEOPLE = {
  'email-unverified': (person) => ({ ...person, email_verified: false }),
  'email-missing': (person) => ({ ...person, email: undefined, email_verified: undefined }),
};

/** All faults by name: `{at, answer}` for a response, `{person}` for claims of the user. */
export const LIES = new Map([
  ...Object.entries(ID_TOKENS).map(([name, answer]) => [`id-token-${name}`, { at: 'token', answer }]),
  ...Object.entries(ANSWERS).flatMap(([at, answers]) =>
    Object.entries(answers).map(([name, answer]) => [`${at}-${name}`, { at, answer }]),
  ),
  ...Object.entries(PEOPLE).map(([name, person]) => [name, { person }]),
]);
