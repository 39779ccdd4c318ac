// The provider's keys, and tokens that are signed with them, or forged without them.
import { generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';
import { base64url, CompactSign } from 'jose';

/** An invalid request of a test, reported to it as it is. */
export class Misuse extends Error {}

const generate = promisify(generateKeyPair);

/** The supported algorithms: how to create a key, and the algorithm of an encryption key of the same type. */
const ALGORITHMS = {
  ES256: { pair: () => generate('ec', { namedCurve: 'P-256' }), encryption: 'ECDH-ES' },
  // What most providers use, but creating a key takes half a second.
  RS256: { pair: () => generate('rsa', { modulusLength: 2048 }), encryption: 'RSA-OAEP-256' },
};

const make = async (kid, alg) => ({ kid, alg, ...(await ALGORITHMS[alg].pair()) });

/** Exactly as oidc-provider publishes it: one forgery is signed with this text. */
function publicJwk({ kid, alg, publicKey }) {
  const { kty, ...numbers } = publicKey.export({ format: 'jwk' });
  return { kty, use: 'sig', kid, alg, ...Object.fromEntries(Object.entries(numbers).toSorted()) };
}

const header = ({ alg, kid }) => ({ alg, kid });
const hmac = (keys, secret) => [{ alg: 'HS256', kid: keys.current.kid }, new Uint8Array(Buffer.from(secret))];

/** The signers of a token: its header, and the key if there is a signature at all. */
const SIGNERS = {
  current: ({ current }) => [header(current), current.privateKey],
  // The key before the last rotation, which is no longer published.
  retired: ({ retired }) => [header(retired), retired.privateKey],
  // Another party's key, under the current key's id.
  foreign: ({ current, foreign }) => [{ alg: foreign.alg, kid: current.kid }, foreign.privateKey],
  // Another party's key, embedded in the token, which also names a URL to fetch it from.
  embedded: ({ foreign, issuer }) => [
    { ...header(foreign), jwk: publicJwk(foreign), jku: `${issuer}/foreign-jwks` },
    foreign.privateKey,
  ],
  // The provider's own key, published for encryption only.
  encryption: ({ encryption }) => [header(encryption), encryption.privateKey],
  none: () => [{ alg: 'none' }, null],
  // The header of a valid token, without a signature.
  stripped: ({ current }) => [header(current), null],
  'hs256-public': (keys) => hmac(keys, keys.current.publicKey.export({ type: 'spki', format: 'pem' })),
  'hs256-public-der': (keys) => hmac(keys, keys.current.publicKey.export({ type: 'spki', format: 'der' })),
  'hs256-public-jwk': (keys) => hmac(keys, JSON.stringify(publicJwk(keys.current))),
  'hs256-secret': (keys) => hmac(keys, keys.secret),
  // Correctly signed, with a harmless claim added afterwards: only the signature reveals it.
  tampered: ({ current }) => [header(current), current.privateKey, { tampered: true }],
};

/** The names of the signers. */
export const SIGNER_NAMES = Object.keys(SIGNERS);

const encode = (value) => base64url.encode(JSON.stringify(value));

/** A copy without null and undefined values, so that a request can remove a claim. */
const present = (object) =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null && value !== undefined));

export class Keys {
  #made = 0;

  /** @param secret what the client `mizan` proves itself with: one of the forgeries is signed with it. */
  constructor(issuer, secret) {
    this.issuer = issuer;
    this.secret = secret;
  }

  /** Replaces the signing key by a new one. */
  async rotate(alg = this.current.alg) {
    if (!Object.hasOwn(ALGORITHMS, alg))
      throw new Misuse(`Keys are for ${Object.keys(ALGORITHMS).join(' or ')}, not for ${alg}.`);
    this.#made += 1;
    // A forgery must differ from a valid token in its key only, so all keys have the same algorithm.
    const same = alg === this.current?.alg;
    const made = await Promise.all([make(`key-${this.#made}`, alg), same ? this.encryption : make('encryption', alg)]);
    this.retired = this.current;
    [this.current, this.encryption] = made;
    if (!same) this.foreign = undefined;
  }

  /** With the private parts, as oidc-provider needs them. */
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

  /** The key set that a token with an embedded key points to. */
  get foreignJwks() {
    return { keys: [publicJwk(this.foreign)] };
  }

  /** A token with these claims, signed as `key` says; `header` overrides the signer's, null removes a parameter. */
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
