// The user's second factors on the server, and their changes. Each change may need the password.
import type { components } from '@mizan/openapi/schema';
import { formatWait } from '../relative-times';
import { api, asProblem, dataOf } from '../http';
import { m } from '@mizan/ui-kit/messages';

type Schemas = components['schemas'];
export type Factors = Schemas['SecondFactors'];
export type NewApp = Schemas['NewApp'];
export type Passkey = Schemas['OwnPasskey'];
export type PasskeyChallenge = Schemas['PasskeyChallenge'];
type Confirmed = Schemas['Confirmed'];

export const idOf = ({ _id: id }: Passkey): string => id;

/** What is sent with a change: the password, where it is needed. */
const confirmed = (currentPassword: string): Confirmed => (currentPassword ? { currentPassword } : {});

export const ownFactors = {
  async load(): Promise<Factors> {
    return dataOf(await api.GET('/api/auth/second-factors'));
  },
  async beginApp(password: string): Promise<NewApp> {
    return dataOf(await api.POST('/api/auth/second-factors/app', { body: confirmed(password) }));
  },
  /** Returns recovery codes for a user who has none. */
  async confirmApp(code: string): Promise<string[]> {
    return dataOf(await api.POST('/api/auth/second-factors/app/confirm', { body: { code } })).recoveryCodes;
  },
  async removeApp(password: string): Promise<void> {
    dataOf(await api.POST('/api/auth/second-factors/app/remove', { body: confirmed(password) }));
  },
  async beginPasskey(password: string): Promise<PasskeyChallenge> {
    return dataOf(await api.POST('/api/auth/second-factors/passkeys', { body: confirmed(password) }));
  },
  /** Returns recovery codes for a user who has none. */
  async confirmPasskey(body: Schemas['NewPasskey']): Promise<string[]> {
    return dataOf(await api.POST('/api/auth/second-factors/passkeys/confirm', { body })).recoveryCodes;
  },
  async removePasskey(id: string, password: string): Promise<void> {
    const params = { path: { id } };
    dataOf(await api.POST('/api/auth/second-factors/passkeys/{id}/remove', { params, body: confirmed(password) }));
  },
  async renewCodes(password: string): Promise<string[]> {
    return dataOf(await api.POST('/api/auth/second-factors/recovery-codes', { body: confirmed(password) }))
      .recoveryCodes;
  },
};

/** The messages of a rejection: those of these fields, or else one for the form. */
export function refusalOf<Name extends string>(error: unknown, fields: readonly Name[]): Refusal<Name> {
  const problem = asProblem(error);
  const found: Refusal<Name> = {};
  for (const name of fields) {
    const message = problem.errors.find(({ pointer }) => pointer === `/${name}`)?.message;
    if (message) found[name] = message;
  }
  if (Object.keys(found).length > 0) return found;
  if (problem.status !== 429 || problem.retryAfter === undefined) return { form: problem.message } as Refusal<Name>;
  return { form: m.two_step_too_often({ when: formatWait(problem.retryAfter) }) } as Refusal<Name>;
}

/** `form` is the error that belongs to no field. */
export type Refusal<Name extends string> = Partial<Record<Name | 'form', string>>;
