// The user's estimates as they will be once everything is sent: those of the server with the waiting rows applied.
import type { Assessment } from '../shapes';
import type { Row } from './rows';

/** The estimate that a row becomes. */
export function estimateOf({ id, input, unitNumber, savedAt }: Row): Assessment {
  const { unitId, projectId } = input;
  const at = new Date(savedAt).toISOString();
  return {
    _id: id,
    unit: { _id: unitId, unitNumber },
    projectId,
    unitId,
    estimatedYearlyRentInAED: input.estimatedYearlyRentInAED,
    estimatedCapitalAppreciationPercentage: input.estimatedCapitalAppreciationPercentage,
    confidenceScore: input.confidenceScore,
    createdAt: at,
    updatedAt: at,
  };
}

const isWaiting = (row: Row): boolean => row.refused === undefined;

/** Waiting rows of a project count as saved, rejected ones do not. Of several for one unit the last one counts. */
export function overlaid(saved: readonly Assessment[], rows: readonly Row[], projectId: string): Assessment[] {
  const waiting = rows.filter((row) => isWaiting(row) && row.input.projectId === projectId);
  if (waiting.length === 0) return [...saved];
  const byUnit = new Map(saved.map((one) => [one.unitId, one]));
  for (const row of waiting) byUnit.set(row.input.unitId, estimateOf(row));
  return [...byUnit.values()];
}
