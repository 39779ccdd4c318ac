// How an estimator has moved on the board since last week ended.

export interface Ranked {
  rank: number;
  /** Absent when the estimator was not on the board then. */
  previousRank?: number | null;
}

export type Movement = { direction: 'up' | 'down'; steps: number } | { direction: 'same' | 'new' };

/** Whether there is a former board to compare with; on the first board no estimator is new. */
export const isCompared = (entries: readonly Ranked[]): boolean =>
  entries.some(({ previousRank }) => previousRank != null);

/** `compared` is the result of `isCompared` for the whole board; null when there is nothing to compare with. */
export function movementOf({ rank, previousRank }: Ranked, compared: boolean): Movement | null {
  if (!compared) return null;
  if (previousRank == null) return { direction: 'new' };
  const steps = previousRank - rank;
  if (steps === 0) return { direction: 'same' };
  return { direction: steps > 0 ? 'up' : 'down', steps: Math.abs(steps) };
}
