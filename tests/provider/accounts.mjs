// The real provider, oidc-provider: its clients, its accounts, and the claims of its tokens.
import { Provider } from 'oidc-provider';

/** The resource of access tokens in oidc-provider; the audience that the token names is configured separately. */
const API = 'urn:mizan:api';
const SCOPES = 'openid profile email';
const EMAIL = ['email', 'email_verified'];
const PROFILE = [
  'name',
  'given_name',
  'family_name',
  'middle_name',
  'nickname',
  'preferred_username',
  'picture',
  'locale',
];
const HOUR = 3600;

const client = (id) => ({
  client_id: id,
  client_secret: `the-secret-of-${id}-which-is-long-enough`,
  grant_types: ['authorization_code', 'client_credentials'],
  redirect_uris: [],
});

export const CLIENTS = { mizan: client('mizan'), other: client('other') };

export const PERSON = {
  sub: 'person-1',
  email: 'person@provider.test',
  email_verified: true,
  given_name: 'Sama',
  family_name: 'Aziz',
  public_metadata: { roles: ['estimations'] },
};

/** The provider's storage, kept while the process runs: a key rotation creates the provider again. */
export function memory() {
  const models = new Map();
  return class {
    constructor(model) {
      if (!models.has(model)) models.set(model, new Map());
      this.rows = models.get(model);
    }
    async upsert(id, payload) {
      this.rows.set(id, payload);
    }
    async find(id) {
      return this.rows.get(id);
    }
    async findByUid(uid) {
      return [...this.rows.values()].find((row) => row.uid === uid);
    }
    async destroy(id) {
      this.rows.delete(id);
    }
    async consume(id) {
      this.rows.get(id).consumed = Math.floor(Date.now() / 1000);
    }
    async revokeByGrantId(grantId) {
      for (const [id, row] of this.rows) if (row.grantId === grantId) this.rows.delete(id);
    }
  };
}

/** The scope that each claim needs; non-standard claims are in every token. */
function claimsByScope(names) {
  const known = (list) => names.filter((name) => list.includes(name));
  const rest = names.filter((name) => !EMAIL.includes(name) && !PROFILE.includes(name));
  return { openid: rest, email: known(EMAIL), profile: known(PROFILE) };
}

/** Skips the consent. */
async function grant({ oidc }) {
  const given = new oidc.provider.Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId });
  given.addOIDCScope(SCOPES);
  given.addResourceScope(API, SCOPES);
  await given.save();
  return given;
}

/** The provider with the current keys, clients and claims, which it only takes at creation. */
export function honestProvider(world) {
  const claimNames = [...new Set([...world.people.values()].flatMap(Object.keys))];
  return new Provider(world.issuer, {
    adapter: world.Memory,
    jwks: world.keys.jwks,
    clients: Object.values(world.clients).map((one) => ({
      id_token_signed_response_alg: world.keys.current.alg,
      ...one,
    })),
    claims: claimsByScope(claimNames),
    conformIdTokenClaims: false,
    cookies: { keys: ['not-a-secret'] },
    pkce: { required: () => true },
    findAccount: (_, sub) => world.people.has(sub) && { accountId: sub, claims: () => world.claimsOf(sub) },
    extraTokenClaims: (_, token) => token.accountId && world.claimsOf(token.accountId),
    loadExistingGrant: grant,
    expiresWithSession: () => false,
    clientBasedCORS: () => false,
    renderError: (ctx, out) => {
      ctx.body = out;
    },
    ttl: {
      AccessToken: HOUR,
      AuthorizationCode: 60,
      ClientCredentials: HOUR,
      Grant: HOUR,
      IdToken: HOUR,
      Interaction: HOUR,
      Session: HOUR,
    },
    features: {
      clientCredentials: { enabled: true },
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      encryption: { enabled: true },
      pushedAuthorizationRequests: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => (world.opaque ? undefined : API),
        useGrantedResource: () => true,
        getResourceServerInfo: (_, __, { clientId }) => ({
          scope: SCOPES,
          audience: world.audience ?? clientId,
          accessTokenFormat: 'jwt',
          accessTokenTTL: HOUR,
          jwt: { sign: { alg: world.keys.current.alg } },
        }),
      },
    },
  });
}
