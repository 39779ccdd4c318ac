// The keys of the provider, and the tokens that can be made with them, or by those who only pretend to hold them.
import { generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';
import { base64url, CompactSign } from 'jose';

/** What the tests did wrong: told to them as it is. */
export class Misuse extends Error {}

const generate = promisify(generateKeyPair);

/** The algorithms that there are keys for: how to make one, and what an encryption key of the same kind is for. */
const ALGORITHMS = {
  ES256: { pair: () => generate('ec', { namedCurve: 'P-256' }), encryption: 'ECDH-ES' },
  // As most providers have it, but a key takes half a second to make.
  RS256: { pair: () => generate('rsa', { modulusLength: 2048 }), encryption: 'RSA-OAEP-256' },
};

const make = async (kid, alg) => ({ kid, alg, ...(await ALGORITHMS[alg].pair()) });

/** Letter for letter as oidc-provider publishes it: one forgery is signed with this text. */
function publicJwk({ kid, alg, publicKey }) {
  const { kty, ...numbers } = publicKey.export({ format: 'jwk' });
  return { kty, use: 'sig', kid, alg, ...Object.fromEntries(Object.entries(numbers).toSorted()) };
}

const header = ({ alg, kid }) => ({ alg, kid });
const hmac = (keys, secret) => [{ alg: 'HS256', kid: keys.current.kid }, new Uint8Array(Buffer.from(secret))];

/** Who signs a token: its header, and the key if there is a signature at all. */
const SIGNERS = {
  current: ({ current }) => [header(current), current.privateKey],
  // The key before the last rotation, which is no longer published.
  retired: ({ retired }) => [header(retired), retired.privateKey],
  // Another party's key, under the name of the current one.
  foreign: ({ current, foreign }) => [{ alg: foreign.alg, kid: current.kid }, foreign.privateKey],
  // Another party's key, which the token brings along, and says where else to fetch it.
  embedded: ({ foreign, issuer }) => [
    { ...header(foreign), jwk: publicJwk(foreign), jku: `${issuer}/foreign-jwks` },
    foreign.privateKey,
  ],
  // The provider's own key, published for encryption only.
  encryption: ({ encryption }) => [header(encryption), encryption.privateKey],
  none: () => [{ alg: 'none' }, null],
  // The header of an honest token, and no signature.
  stripped: ({ current }) => [header(current), null],
  'hs256-public': (keys) => hmac(keys, keys.current.publicKey.export({ type: 'spki', format: 'pem' })),
  'hs256-public-der': (keys) => hmac(keys, keys.current.publicKey.export({ type: 'spki', format: 'der' })),
  'hs256-public-jwk': (keys) => hmac(keys, JSON.stringify(publicJwk(keys.current))),
  'hs256-secret': (keys) => hmac(keys, keys.secret),
  // Honestly signed, and a harmless claim put in afterwards: only the signature tells.
  tampered: ({ current }) => [header(current), current.privateKey, { tampered: true }],
};

/** The names of those who can sign. */
export const SIGNER_NAMES = Object.keys(SIGNERS);

const encode = (value) => base64url.encode(JSON.stringify(value));

/** A copy without what is null or undefined, so that a request can take a claim away. */
const present = (object) =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null && value !== undefined));

export class Keys {
  #made = 0;

  /** @param secret what the client `mizan` proves itself with: one of the forgeries is signed with it. */
  constructor(issuer, secret) {
    this.issuer = issuer;
    this.secret = secret;
  }

  /** Puts a new signing key in the place of the current one. */
  async rotate(alg = this.current.alg) {
    if (!Object.hasOwn(ALGORITHMS, alg))
      throw new Misuse(`Keys are for ${Object.keys(ALGORITHMS).join(' or ')}, not for ${alg}.`);
    this.#made += 1;
    // A forgery must differ from the honest token in nothing but its key, so that all keys are for one algorithm.
    const same = alg === this.current?.alg;
    const made = await Promise.all([make(`key-${this.#made}`, alg), same ? this.encryption : make('encryption', alg)]);
    this.retired = this.current;
    [this.current, this.encryption] = made;
    if (!same) this.foreign = undefined;
  }

  /** With the private parts, as oidc-provider takes them. */
  get jwks() {
    const { current, encryption } = this;
    return {
      keys: [
        { ...current.privateKey.export({ format: 'jwk' }), kid: current.kid, alg: current.alg, use: 'sig' },
        {
          ...encryption.privateKey.export({ format: 'jwk' }),
          kid: encryption.kid,
          alg: ALGORITHMS[encryption.alg].encryption,
          use: 'enc',
        },
      ],
    };
  }

  /** What a token that brings its own key points to. */
  get foreignJwks() {
    return { keys: [publicJwk(this.foreign)] };
  }

  /** A token of these claims, signed as `key` says; what `header` holds stands over the signer's own, null takes away. */
  async token({ claims, header: given = {}, key: name = 'current' }) {
    if (!Object.hasOwn(SIGNERS, name))
      throw new Misuse(`There is no key ${name}; there are: ${SIGNER_NAMES.join(', ')}`);
    if (name === 'retired' && this.retired === undefined) throw new Misuse('No key was rotated yet.');
    this.foreign ??= ['foreign', 'embedded'].includes(name) ? await make('foreign', this.current.alg) : undefined;
    const [own, key, slipped] = SIGNERS[name](this);
    const protectedHeader = present({ ...own, ...given });
    const payload = present(claims);
    if (key === null) return `${encode(protectedHeader)}.${encode(payload)}.`;
    const bytes = new TextEncoder().encode(JSON.stringify(payload));
    const token = await new CompactSign(bytes).setProtectedHeader(protectedHeader).sign(key);
    if (slipped === undefined) return token;
    const [first, , signature] = token.split('.');
    return `${first}.${encode({ ...payload, ...slipped })}.${signature}`;
  }
}
