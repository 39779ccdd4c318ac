// Describes a version as text: "Layla changed Yearly fee and Status", "Layla restored version 3".
import { getLocale } from '@mizan/ui-kit/locale';
import { m } from '@mizan/ui-kit/messages';
import { differences, type Change } from './difference.ts';
import type { Resource } from '../document/resources.ts';
import { labelOf } from '../document/schema.ts';
import type { Version } from './version.ts';

/** The number of fields that are named; the others are counted. */
const MOST_NAMES = 3;

type Shape = Pick<Resource, 'view' | 'input' | 'idField'>;

interface About {
  resource: Shape;
  version: Version;
  changes: Change[];
  /** The other loaded versions, to find the one that was restored. */
  versions: Version[];
}

/** What this user did. */
export function revisionText(actor: string, { resource, version, changes, versions }: About): string {
  switch (version.action) {
    case 'create':
      return m.history_created({ actor });
    case 'delete':
      return m.history_deleted({ actor });
    case 'restore': {
      const number = restoredVersion(resource, version, versions);
      return number === undefined ? m.history_restored_earlier({ actor }) : m.history_restored({ actor, number });
    }
    case 'update':
      return describeFields(actor, resource, version, changes);
    case 'lock':
      return m.history_locked({ actor });
    case 'unlock':
      return m.history_unlocked({ actor });
    case 'set-password':
      return m.history_password_set({ actor });
    case 'allow-linking':
      return m.history_linking_allowed({ actor });
    case 'reset-factors':
      return m.history_factors_reset({ actor });
    case 'unlink':
      return m.history_unlinked({ actor });
    case 'create-token':
      return m.history_token_made({ actor });
    case 'end-token':
      return m.history_token_ended({ actor });
    case 'end-tokens':
      return m.history_tokens_ended({ actor });
    case 'accept':
      return m.history_accepted({ actor });
    case 'decline':
      return m.history_declined({ actor });
    default:
      return m.history_other({ actor, action: version.action.replaceAll(/[-_]/g, ' ') });
  }
}

function describeFields(actor: string, resource: Shape, version: Version, changes: Change[]): string {
  const labels = changes.map(({ label }) => label);
  const fields =
    labels.length > 0 ? labels : version.changed.map((field) => labelOf(field, resource.view.properties?.[field]));
  const names = [...new Set(fields)];
  return names.length === 0 ? m.history_changed_nothing({ actor }) : m.history_changed({ actor, names: listed(names) });
}

/** "Yearly fee and Status", "Name, Location, Type and 4 more". */
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
