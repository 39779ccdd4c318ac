// Signing in: the password, and the second step where the account has one; or a passkey alone. The last of them begins
// the session.
import type { components } from '@mizan/openapi/schema';
import { api, dataOf } from '@mizan/ui-kit/http';
import { signWithPasskey } from '@mizan/ui-kit/passkey';
import { session } from '@mizan/ui-kit/session';

type Schemas = components['schemas'];
export type SecondStepDue = Schemas['SecondStepDue'];

/** Returns the second step that is due; undefined when the session has begun. */
export async function signIn(email: string, password: string): Promise<SecondStepDue | undefined> {
  const answer = dataOf(await api.POST('/api/auth/login', { body: { email, password } }));
  if ('ticket' in answer) return answer;
  await session.begin(answer);
  return undefined;
}

export async function completeSignIn(body: Schemas['SecondStep']): Promise<void> {
  await session.begin(dataOf(await api.POST('/api/auth/login/second-step', { body })));
}

/** Signs in with a passkey: of the account that the ticket is for, or without a ticket alone. */
export async function signInWithPasskey(ticket?: string): Promise<void> {
  const challenge = dataOf(await api.POST('/api/auth/login/passkey', { body: ticket ? { ticket } : {} }));
  await completeSignIn({ ticket: challenge.ticket, passkey: await signWithPasskey(challenge.options) });
}

const METHODS: readonly string[] = ['code', 'passkey', 'recovery-code'] satisfies SecondStepDue['methods'];

/**
 * The second step after an identity provider: it is in the fragment, which no server sees, and leaves the address with
 * this.
 */
export function dueFromAddress(): SecondStepDue | undefined {
  const given = new URLSearchParams(location.hash.slice(1));
  const ticket = given.get('ticket');
  if (!ticket) return undefined;
  history.replaceState(history.state, '', `${location.pathname}${location.search}`);
  const methods = (given.get('methods') ?? '').split(',').filter((name) => METHODS.includes(name));
  return { ticket, methods: methods as SecondStepDue['methods'], expiresIn: 0 };
}

/** The address that redirects to a provider's sign-in page, which leads back to `redirect`. */
export const addressOf = (provider: string, redirect: string): string =>
  `/api/auth/oidc/${encodeURIComponent(provider)}/start?redirect=${encodeURIComponent(redirect)}`;
