// How an estimate is sent: in one person's name, under one key.
import { apiAs, asProblem, dataOf } from '@mizan/ui-kit/http';
import { newKey } from '@mizan/ui-kit/intent';
import { isPassing } from '../api';
import type { AssessmentInput, SavedAssessment } from '../shapes';

/** In milliseconds: an answer that has not come by then is taken for lost. */
const LONGEST = 30_000;
/** How long to wait before each further attempt, in milliseconds. */
const RETRY_AFTER = [400, 1600];

/** Sent in no other person's name, whoever has signed in meanwhile. The same key saves the same estimate once. */
export async function send(person: string, key: string, body: AssessmentInput): Promise<SavedAssessment> {
  const header = { 'Idempotency-Key': key };
  return dataOf(
    await apiAs(person).POST('/api/assessments', {
      params: { header },
      body,
      signal: AbortSignal.timeout(LONGEST),
    }),
  );
}

/** For a phone that cannot keep it: it is saved once the server has it, or not at all. */
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
