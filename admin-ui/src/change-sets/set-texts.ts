// The texts of change sets: what a set does, its state, its numbers.
import { formatNumber } from '@mizan/ui-kit/formats';
import { m } from '@mizan/ui-kit/messages';
import type { ChangeSet, SetRow, SetState } from '../data/change-sets.ts';
import type { StateBadge } from '../fields/state-badge.tsx';
import { type Resource, titleOf } from '../document/resources.ts';
import type { Shown } from './set-data.ts';

type Tone = Parameters<typeof StateBadge>[0]['tone'];

export const STATES: Record<SetState, { label: () => string; tone: Tone }> = {
  planned: { label: m.sets_planned, tone: 'open' },
  proposed: { label: m.sets_proposed, tone: 'open' },
  applied: { label: m.sets_applied, tone: 'done' },
  undone: { label: m.sets_undone, tone: 'over' },
  discarded: { label: m.sets_discarded, tone: 'over' },
};

const KINDS: Record<ChangeSet['kind'], (of: { nouns: string }) => string> = {
  create: m.sets_kind_create,
  update: m.sets_kind_update,
  delete: m.sets_kind_delete,
  merge: m.sets_kind_merge,
  import: m.sets_kind_import,
};

/** What a set does: 'Change units'. */
export const titleOfSet = ({ kind }: ChangeSet, { nouns }: Pick<Resource, 'nouns'>): string => KINDS[kind]({ nouns });

/** The numbers of a set, without those that are zero: '12 to change, 2 with errors'. */
export function countsOf({ counts }: Pick<ChangeSet, 'counts'>): string {
  const parts = [
    [counts.create, m.sets_count_create],
    [counts.update, m.sets_count_update],
    [counts.delete, m.sets_count_delete],
    [counts.unchanged, m.sets_count_unchanged],
    [counts.error, m.sets_count_error],
  ] as const;
  const named = parts.filter(([count]) => count > 0).map(([count, text]) => text({ count: formatNumber(count) }));
  return named.length === 0 ? m.sets_count_nothing() : named.join(', ');
}

/** The number of records that a set changes. */
export const changesIn = ({ counts }: Pick<ChangeSet, 'counts'>): number =>
  counts.create + counts.update + counts.delete;

export const SHOWN_TEXTS: Record<Shown, () => string> = {
  all: m.set_all,
  errors: m.set_errors,
  create: m.set_create,
  update: m.set_update,
  delete: m.set_delete,
  unchanged: m.set_unchanged,
  reversed: m.set_row_reversed,
  kept: m.set_row_left,
  refused: m.set_row_refused,
};

/** The title of a row: of its record, as it is or as it would be created, else its line in the file. */
export function titleOfRow(
  { record, after, line }: Pick<SetRow, 'record' | 'after' | 'line'>,
  resource: Resource | undefined,
): string {
  const title = record?.title ?? (resource && after && titleOf(resource, after));
  if (title) return title;
  return line === undefined ? m.set_new_record() : m.set_line_of({ line: formatNumber(line) });
}
