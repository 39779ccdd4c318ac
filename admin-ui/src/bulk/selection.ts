// Which records of a list are chosen, by identifier, with what they are called. Pure: every change is a new one.

/** At most so many identifiers fit one request. */
export const MOST_SELECTED = 10_000;

export type Selection = ReadonlyMap<string, string>;

export interface Choice {
  id: string;
  title: string;
}

export const titlesOf = (selection: Selection): string[] => [...selection.values()];

export const NOTHING: Selection = new Map();

export function withChosen(selection: Selection, choices: Choice[], chosen: boolean): Selection {
  const next = new Map(selection);
  for (const { id, title } of choices) {
    if (chosen) next.set(id, title);
    else next.delete(id);
  }
  return next;
}

/** Whether all, some or none of a page are chosen. */
export function pageState(selection: Selection, ids: string[]): 'all' | 'some' | 'none' {
  const chosen = ids.filter((id) => selection.has(id)).length;
  if (chosen === 0) return 'none';
  return chosen === ids.length ? 'all' : 'some';
}

/** The identifiers from one row to another, both included, whichever comes first; only the second when the first is gone. */
export function between(ids: string[], from: string | undefined, to: string): string[] {
  const start = from === undefined ? -1 : ids.indexOf(from);
  const end = ids.indexOf(to);
  if (start < 0 || end < 0) return [to];
  return ids.slice(Math.min(start, end), Math.max(start, end) + 1);
}

/** A count needs its noun: `1 unit`, `12 units`. */
export const nounOf = (resource: { noun: string; nouns: string }, count: number): string =>
  count === 1 ? resource.noun : resource.nouns;
