// The one place where a figure leaves this app. It resolves when the figure is safe, and rejects with what was refused.
import { newKey } from '@mizan/ui-kit/intent';
import { isPassing, sendAssessment } from './api';
import type { Assessment, AssessmentInput } from './shapes';

/** How long to wait before each further attempt, in milliseconds. */
const AGAIN_AFTER = [400, 1600];

/** An answer that got lost is asked for again under the same key, so that the figure is saved once however often it is sent. */
/** `pause` is given by tests. */
export async function saveAssessment(
  input: AssessmentInput,
  pause: (milliseconds: number) => Promise<void> = sleep,
): Promise<Assessment> {
  const key = newKey();
  const attempt = async (failures: number): Promise<Assessment> => {
    try {
      return await sendAssessment(key, input);
    } catch (error) {
      const wait = AGAIN_AFTER[failures];
      if (wait === undefined || !isPassing(error)) throw error;
      await pause(wait);
      return attempt(failures + 1);
    }
  };
  return attempt(0);
}

const sleep = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
