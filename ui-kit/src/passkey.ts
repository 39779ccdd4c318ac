// Passkeys in the browser. The server's options and the browser's answers are JSON in WebAuthn's own form.

type Json = Record<string, unknown>;

/** Whether this page can use passkeys that belong to `origin`. */
export function passkeysWork(origin: string | null | undefined): boolean {
  return origin === location.origin && passkeysKnown();
}

/** Whether the browser knows passkeys, and their JSON form. */
export function passkeysKnown(): boolean {
  return typeof PublicKeyCredential === 'function' && 'parseRequestOptionsFromJSON' in PublicKeyCredential;
}

/** The user has cancelled, or the device has not confirmed. */
export class PasskeyDeclined extends Error {}

/** Makes a passkey. Throws `PasskeyDeclined` when the browser does not. */
export async function makePasskey(options: Json): Promise<Json> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    options as unknown as PublicKeyCredentialCreationOptionsJSON,
  );
  return answerOf(navigator.credentials.create({ publicKey }));
}

/** Signs with a passkey. Throws `PasskeyDeclined` when the browser does not. */
export async function signWithPasskey(options: Json): Promise<Json> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    options as unknown as PublicKeyCredentialRequestOptionsJSON,
  );
  return answerOf(navigator.credentials.get({ publicKey }));
}

async function answerOf(answer: Promise<Credential | null>): Promise<Json> {
  const credential = await answer.catch((error: unknown) => {
    throw error instanceof DOMException ? new PasskeyDeclined() : error;
  });
  if (!(credential instanceof PublicKeyCredential)) throw new PasskeyDeclined();
  return { ...credential.toJSON() };
}
