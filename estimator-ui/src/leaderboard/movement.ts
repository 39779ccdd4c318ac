// How an estimator has moved on the board since last week ended.

export interface Ranked {
  rank: number;
  /** Absent when the estimator was not on the board then. */
  previousRank?: number | null;
}

export type Movement = { direction: 'up' | 'down'; places: number } | { direction: 'same' | 'new' };

/** Whether there was a board to compare with: on the first one, nobody is new. */
export const isCompared = (entries: readonly Ranked[]): boolean =>
  entries.some(({ previousRank }) => previousRank != null);

/** `compared` is what `isCompared` says of the whole board; null where there is nothing to compare. */
export function movementOf({ rank, previousRank }: Ranked, compared: boolean): Movement | null {
  if (!compared) return null;
  if (previousRank == null) return { direction: 'new' };
  const places = previousRank - rank;
  if (places === 0) return { direction: 'same' };
  return { direction: places > 0 ? 'up' : 'down', places: Math.abs(places) };
}
