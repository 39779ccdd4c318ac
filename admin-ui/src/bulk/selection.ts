// The selected records of a list, by identifier, with their titles and as they were last fetched. Pure: every change
// returns a new selection.

import type { RaRecord } from 'ra-core';

/** The maximum number of identifiers in one request. */
export const MOST_SELECTED = 10_000;

export interface Choice {
  id: string;
  title: string;
  record: RaRecord<string>;
}

export type Selection = ReadonlyMap<string, Choice>;

export const titlesOf = (selection: Selection): string[] => [...selection.values()].map(({ title }) => title);

export const NOTHING: Selection = new Map();

/** Replaces records with their latest versions. */
export function withLatest(selection: Selection, choices: Choice[]): Selection {
  const changed = choices.filter(({ id, record }) => selection.has(id) && selection.get(id)?.record !== record);
  return changed.length > 0 ? withChosen(selection, changed, true) : selection;
}

export function withChosen(selection: Selection, choices: Choice[], chosen: boolean): Selection {
  const next = new Map(selection);
  for (const choice of choices) {
    if (chosen) next.set(choice.id, choice);
    else next.delete(choice.id);
  }
  return next;
}

/** Whether all, some or none of a page are selected. */
export function pageState(selection: Selection, ids: string[]): 'all' | 'some' | 'none' {
  const chosen = ids.filter((id) => selection.has(id)).length;
  if (chosen === 0) return 'none';
  return chosen === ids.length ? 'all' : 'some';
}

/**
 * The identifiers between two rows, both included, in either order; only the second one when the first is no longer on
 * the page.
 */
export function between(ids: string[], from: string | undefined, to: string): string[] {
  const start = from === undefined ? -1 : ids.indexOf(from);
  const end = ids.indexOf(to);
  if (start < 0 || end < 0) return [to];
  return ids.slice(Math.min(start, end), Math.max(start, end) + 1);
}
