// The selected records of a list: those that were chosen, by identifier, with their titles and as they were last fetched;
// or all that the list's search and filters match, with exceptions. Pure: every change returns a new selection.

import type { RaRecord } from 'ra-core';

/** The maximum number of records in one request. */
export const MOST_SELECTED = 10_000;

export interface Choice {
  id: string;
  title: string;
  record: RaRecord<string>;
}

export type Chosen = ReadonlyMap<string, Choice>;

export interface Selection {
  chosen: Chosen;
  /** Everything that matches is selected, except these. */
  except?: ReadonlySet<string> | undefined;
}

export const NOTHING: Selection = { chosen: new Map() };
export const EVERYTHING: Selection = { chosen: new Map(), except: new Set() };

export const titlesOf = (chosen: Chosen): string[] => [...chosen.values()].map(({ title }) => title);

export const isSelected = ({ chosen, except }: Selection, id: string): boolean =>
  except ? !except.has(id) : chosen.has(id);

/** The number of selected records, out of all that match. */
export const countOf = ({ chosen, except }: Selection, total: number): number =>
  except ? Math.max(0, total - except.size) : chosen.size;

/** Replaces records with their latest versions. */
export function withLatest(selection: Selection, choices: Choice[]): Selection {
  const { chosen } = selection;
  const changed = choices.filter(({ id, record }) => chosen.has(id) && chosen.get(id)?.record !== record);
  return changed.length > 0 ? withChosen(selection, changed, true) : selection;
}

export function withChosen({ chosen, except }: Selection, choices: Choice[], select: boolean): Selection {
  if (except) {
    const ids = choices.map(({ id }) => id);
    return { chosen, except: new Set(select ? [...except].filter((id) => !ids.includes(id)) : [...except, ...ids]) };
  }
  const next = new Map(chosen);
  for (const choice of choices) {
    if (select) next.set(choice.id, choice);
    else next.delete(choice.id);
  }
  return { chosen: next };
}

/** Whether all, some or none of a page are selected. */
export function pageState(selection: Selection, ids: string[]): 'all' | 'some' | 'none' {
  const selected = ids.filter((id) => isSelected(selection, id)).length;
  if (selected === 0) return 'none';
  return selected === ids.length ? 'all' : 'some';
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
