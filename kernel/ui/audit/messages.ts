// What happened, by the action of an event: 'Imported 20 units', 'Refused to sign in: wrong password'.
import { labelOfChoice, type Resource } from '@mizan/admin-ui/module';
import { formatNumber } from '@mizan/ui-kit/formats';
import { m } from '@mizan/ui-kit/messages';
import type { Resources } from '@mizan/openapi/resources';

export type AuditEvent = Resources['audit']['view'];
export type Action = AuditEvent['action'];

/** What a message is made of. */
interface Event {
  /** The email of the account that it is about. */
  account: string;
  /** The resource that it is about, within a text. */
  label: string;
  /** The server's detail, or why it was refused, within a text. */
  reason: string;
  /** The same as the server writes it. */
  detail: string;
  outcome: AuditEvent['outcome'];
}

type Message = (event: Event) => string;

const imported: Message = ({ label, detail }) => {
  const [created = 0, updated = 0] = [...detail.matchAll(/\d+/g)].map(Number);
  const about = { label, count: formatNumber(created + updated) };
  if (created === 0 || updated === 0) return m.audit_imported(about);
  return m.audit_imported_both({ ...about, created: formatNumber(created), updated: formatNumber(updated) });
};

const exported: Message = ({ label, detail }) => {
  const about = { label, format: detail.startsWith('xlsx') ? m.export_xlsx() : m.export_csv() };
  return detail.endsWith('filtered') ? m.audit_exported_filtered(about) : m.audit_exported(about);
};

/** A message for each action, by its usual outcome. */
export const MESSAGES: Record<Action, Message> = {
  'sign-in': ({ detail }) => (detail ? m.audit_signed_in_by({ way: detail }) : m.audit_signed_in()),
  'first-step': m.audit_first_step,
  'sign-out': m.audit_signed_out,
  'sign-out-everywhere': m.audit_signed_out_everywhere,
  'session-ended': m.audit_session_ended,
  credential: m.audit_credential,
  'password-check': m.audit_password_check,
  'password-changed': m.audit_password_changed,
  'password-set': m.audit_password_set,
  'reset-requested': m.audit_reset_requested,
  'password-reset': m.audit_password_reset,
  invited: m.audit_invited,
  'factor-added': ({ detail }) => m.audit_factor_added({ factor: detail }),
  'factor-removed': ({ detail }) => m.audit_factor_removed({ factor: detail }),
  'factors-reset': m.audit_factors_reset,
  'recovery-codes-made': m.audit_recovery_codes_made,
  'recovery-code-used': ({ detail }) => m.audit_recovery_code_used({ left: detail }),
  'token-created': m.audit_token_created,
  'token-revoked': m.audit_token_revoked,
  'account-created': m.audit_account_created,
  'account-locked': m.audit_account_locked,
  'account-unlocked': m.audit_account_unlocked,
  'view-as': m.audit_view_as,
  'linking-allowed': m.audit_linking_allowed,
  'identity-linked': m.audit_identity_linked,
  'identity-unlinked': m.audit_identity_unlinked,
  permission: m.audit_permission,
  'policy-loaded': m.audit_policy_loaded,
  'keys-rotated': ({ detail }) => (detail === 'Revoked' ? m.audit_keys_revoked() : m.audit_keys_rotated()),
  export: exported,
  import: imported,
  'backup-made': ({ detail }) => m.audit_backup_made({ rows: detail }),
  'backup-restored': ({ reason }) => m.audit_backup_restored({ made: reason }),
  'deletion-by-age': ({ label, detail }) => m.audit_deleted_by_age({ label, rows: detail }),
  'events-dropped': m.audit_events_dropped,
};

/** Actions that succeed as a rule, and their messages when they do not. */
const UNSUCCESSFUL: Partial<Record<Action, Message>> = {
  'sign-in': m.audit_sign_in_refused,
  'policy-loaded': m.audit_policy_failed,
  import: m.audit_import_failed,
};

/** Actions that are events only when they do not succeed. */
const NEVER_SUCCEED: Action[] = ['session-ended', 'credential', 'password-check', 'permission', 'events-dropped'];

export function messageOf(record: AuditEvent, resourceNamed: (name: string) => Resource | undefined): string {
  const { action, object, outcome, reason, times } = record;
  const detail = reason ?? '';
  const label = resourceNamed(object)?.nouns ?? object;
  const message = within({ account: object, label, detail, reason: uncapitalized(firstOf(detail)), outcome }, action);
  return times > 1 ? m.audit_times({ message, times: formatNumber(times) }) : message;
}

/** An action that a newer server has is named. */
function within(event: Event, action: Action): string {
  const { outcome, reason } = event;
  const usual = MESSAGES[action] as Message | undefined;
  const named = labelOfChoice(action.replaceAll('-', '_'), {});
  if (outcome === 'success' || NEVER_SUCCEED.includes(action)) return usual?.(event) ?? named;
  const unsuccessful = UNSUCCESSFUL[action];
  if (unsuccessful) return unsuccessful(event);
  return outcome === 'refused' ? m.audit_refused({ action: named, reason }) : m.audit_failed({ action: named, reason });
}

/** What was wrong, without what to do about it. */
const firstOf = (text: string): string => text.split('. ')[0]?.replace(/\.$/, '') ?? '';

/** For use within a text; abbreviations stay as they are. */
const uncapitalized = (text: string): string =>
  /^\p{Lu}\p{Ll}/u.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
