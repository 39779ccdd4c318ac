// A change as a sentence: 'Layla Haddad changed unit 101', 'Omar Saleh imported 20 units'.
import { formatNumber } from '@mizan/ui-kit/formats';
import { m } from '@mizan/ui-kit/messages';
import { idOf, uncapitalized, type Resource } from '../document/resources.ts';
import type { Change } from './changes-data.ts';

const MESSAGES: Record<string, (about: { actor: string; record: string }) => string> = {
  create: m.changes_created,
  update: m.changes_updated,
  delete: m.changes_deleted,
  restore: m.changes_restored,
  import: m.changes_imported,
  lock: m.changes_locked,
  unlock: m.changes_unlocked,
  'set-password': m.changes_password_set,
  accept: m.changes_accepted,
  decline: m.changes_declined,
};

/** An action without a sentence of its own is named. */
export function messageOf({ actor, action, count, record }: Change, resource: Resource): string {
  const about = {
    actor: actor.name || m.history_somebody(),
    record:
      count > 1
        ? m.overview_many({ count: formatNumber(count), label: resource.nouns })
        : m.changes_record({ noun: resource.noun, title: record.title || idOf(record) }),
  };
  const named = uncapitalized(action.replaceAll(/[-_]/g, ' '));
  return MESSAGES[action]?.(about) ?? m.changes_other({ ...about, action: named });
}
