// Describes a version as text: "changed Yearly rent and Status", "restored version 3".
import { getLocale } from '@mizan/ui-kit/locale';
import { m } from '@mizan/ui-kit/messages';
import { differences, type Change } from './difference.ts';
import type { Resource } from '../document/resources.ts';
import { labelOf } from '../document/schema.ts';
import type { Version } from './version.ts';

/** The number of fields that are named; the others are counted. */
const MOST_NAMES = 3;

type Shape = Pick<Resource, 'view' | 'input' | 'idField'>;

/** What the user did. `versions` are the other loaded versions, to find the one that was restored. */
export function deedOf(resource: Shape, version: Version, changes: Change[], versions: Version[]): string {
  switch (version.action) {
    case 'create':
      return m.history_created();
    case 'delete':
      return m.history_deleted();
    case 'restore': {
      const number = restoredVersion(resource, version, versions);
      return number === undefined ? m.history_restored_earlier() : m.history_restored({ number });
    }
    case 'update':
      return describeFields(resource, version, changes);
    case 'lock':
      return m.history_locked();
    case 'unlock':
      return m.history_unlocked();
    case 'set-password':
      return m.history_password_set();
    case 'allow-linking':
      return m.history_linking_allowed();
    case 'reset-factors':
      return m.history_factors_reset();
    case 'unlink':
      return m.history_unlinked();
    case 'create-token':
      return m.history_token_made();
    case 'end-token':
      return m.history_token_ended();
    case 'end-tokens':
      return m.history_tokens_ended();
    case 'accept':
      return m.history_accepted();
    case 'decline':
      return m.history_declined();
    default:
      return m.history_other({ action: version.action.replaceAll(/[-_]/g, ' ') });
  }
}

function describeFields(resource: Shape, version: Version, changes: Change[]): string {
  const labels = changes.map(({ label }) => label);
  const fields =
    labels.length > 0 ? labels : version.changed.map((field) => labelOf(field, resource.view.properties?.[field]));
  const names = [...new Set(fields)];
  return names.length === 0 ? m.history_changed_nothing() : m.history_changed({ names: listed(names) });
}

/** "Yearly rent and Status", "Name, Location, Type and 4 more". */
export function listed(names: string[]): string {
  const shown =
    names.length > MOST_NAMES + 1
      ? [...names.slice(0, MOST_NAMES), m.history_more({ count: names.length - MOST_NAMES })]
      : names;
  return new Intl.ListFormat(getLocale(), { type: 'conjunction' }).format(shown);
}

/** The latest earlier version with the same state as this one. */
export function restoredVersion(resource: Shape, { version, after }: Version, versions: Version[]): number | undefined {
  if (!after) return undefined;
  const equal = versions.filter(
    (one) => one.version < version - 1 && one.after !== null && differences(resource, one.after, after).length === 0,
  );
  return equal.length > 0 ? Math.max(...equal.map((one) => one.version)) : undefined;
}
