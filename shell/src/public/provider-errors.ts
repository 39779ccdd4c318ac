// The messages of a failed sign-in with a provider.
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

/** The message of an error code in the URL. An unknown code gets the general message. */
export function messageOfCode(code: string | undefined): string | undefined {
  if (code === undefined) return undefined;
  const message = Object.hasOwn(MESSAGES, code) ? MESSAGES[code] : undefined;
  return (message ?? m.login_error_sign_in_failed)();
}
