// Sends an estimate for one user, with its idempotency key.
import { answerOf, apiAs, asProblem } from '@mizan/ui-kit/http';
import { newKey } from '@mizan/ui-kit/intent';
import { isPassing } from '../api';
import type { AssessmentInput, SavedAssessment } from '../shapes';

/** In milliseconds: a later response is treated as lost. */
const LONGEST = 30_000;
/** The pauses before further attempts, in milliseconds. */
const RETRY_AFTER = [400, 1600];

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

/** Where storage is unavailable: the estimate is saved by the server or not at all. */
export async function sendNow(person: string, body: AssessmentInput): Promise<SavedAssessment> {
  const key = newKey();
  const attempt = async (failures: number): Promise<SavedAssessment> => {
    try {
      return await send(person, key, body);
    } catch (error) {
      const pause = RETRY_AFTER[failures];
      if (pause === undefined || !isPassing(asProblem(error))) throw error;
      await new Promise((done) => setTimeout(done, pause));
      return attempt(failures + 1);
    }
  };
  return attempt(0);
}
