// Sends an estimate for one user, with its idempotency key.
import { answerOf, apiAs } from '@mizan/ui-kit/http';
import type { AssessmentInput, SavedAssessment } from '../shapes';

/** In milliseconds: a later response is treated as lost. */
const LONGEST = 30_000;

/** Sent only for this user, even if another one has signed in meanwhile. A repeated key saves the estimate once. */
export async function send(person: string, key: string, body: AssessmentInput): Promise<SavedAssessment> {
  const header = { 'Idempotency-Key': key };
  const answer = await apiAs(person).POST('/api/assessments', {
    params: { header },
    body,
    signal: AbortSignal.timeout(LONGEST),
  });
  return answerOf(
    answer,
    ({ _id, unitId, estimatedYearlyRentInAED }) =>
      typeof _id === 'string' && unitId === body.unitId && estimatedYearlyRentInAED === body.estimatedYearlyRentInAED,
  );
}
