// What is said when signing in with a provider did not work.
import { m } from '@mizan/ui-kit/messages';

const MESSAGES: Record<string, () => string> = {
  'provider-unavailable': m.login_error_provider_unavailable,
  'sign-in-failed': m.login_error_sign_in_failed,
  'sign-in-declined': m.login_error_sign_in_declined,
  'account-locked': m.login_error_account_locked,
  'email-taken': m.login_error_email_taken,
  'email-missing': m.login_error_email_missing,
  'email-unverified': m.login_error_email_unverified,
  'too-many-attempts': m.login_error_too_many_attempts,
};

/** Why a provider's round trip ended here, by the code in the address. A code that no user knows says that it failed. */
export function messageOfCode(code: string | undefined): string | undefined {
  if (code === undefined) return undefined;
  const message = Object.hasOwn(MESSAGES, code) ? MESSAGES[code] : undefined;
  return (message ?? m.login_error_sign_in_failed)();
}
