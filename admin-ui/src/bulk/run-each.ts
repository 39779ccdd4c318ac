// Runs a task for many records, one after the other, and collects the results.
import { ProblemError } from '@mizan/ui-kit/http';

export interface Target {
  id: string;
  title: string;
}

export interface Outcome {
  /** The number of records that succeeded. */
  done: number;
  /** The number of those that had nothing to change. */
  unchanged: number;
  /** The records that were rejected, with the reasons. */
  refused: (Target & { reason: string })[];
  /** The records that were not tried, because the run was stopped or had to end. */
  left: Target[];
  /** Why the run had to end. */
  halted?: string;
}

interface Options {
  signal: AbortSignal;
  /** Called after each record with the number of processed records. */
  onStep: (count: number) => void;
  reasonOf: (error: unknown) => string;
}

/** Runs until it is stopped. It continues after a record was rejected, and ends when the server cannot be reached. */
export async function runEach(
  targets: Target[],
  run: (target: Target) => Promise<unknown>,
  { signal, onStep, reasonOf }: Options,
): Promise<Outcome> {
  const refused: Outcome['refused'] = [];
  let done = 0;
  for (const [at, target] of targets.entries()) {
    if (signal.aborted) return { done, unchanged: 0, refused, left: targets.slice(at) };
    try {
      // One after the other, so that it can be stopped and does not crowd out other users.
      // oxlint-disable-next-line no-await-in-loop
      await run(target);
      done += 1;
    } catch (error) {
      if (!isAboutRecord(error))
        return { done, unchanged: 0, refused, left: targets.slice(at), halted: reasonOf(error) };
      refused.push({ ...target, reason: reasonOf(error) });
    }
    onStep(at + 1);
  }
  return { done, unchanged: 0, refused, left: [] };
}

/** Whether the error is about this record. Other errors, such as a missing permission, would recur for the next one. */
const isAboutRecord = (error: unknown): boolean =>
  error instanceof ProblemError && [400, 404, 409, 412, 422].includes(error.status);
