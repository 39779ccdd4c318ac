// Does one thing with many records, one after the other, and keeps account of it.
import { ProblemError } from '@mizan/ui-kit/http';

export interface Target {
  id: string;
  title: string;
}

export interface Outcome {
  /** How many it was done with. */
  done: number;
  /** With which it was refused, and why. */
  refused: (Target & { reason: string })[];
  /** Those that it did not come to, because it was stopped or could not go on. */
  left: Target[];
  /** Why it could not go on. */
  halted?: string;
}

interface Options {
  signal: AbortSignal;
  /** Called after each record with how many have had their turn. */
  onStep: (count: number) => void;
  reasonOf: (error: unknown) => string;
}

/** Does it until it is stopped. What one record is refused for is no reason not to go on; that the server cannot be reached is. */
export async function runEach(
  targets: Target[],
  run: (target: Target) => Promise<unknown>,
  { signal, onStep, reasonOf }: Options,
): Promise<Outcome> {
  const refused: Outcome['refused'] = [];
  let done = 0;
  for (const [at, target] of targets.entries()) {
    if (signal.aborted) return { done, refused, left: targets.slice(at) };
    try {
      // One after the other: it can be stopped, and the server has other users.
      // oxlint-disable-next-line no-await-in-loop
      await run(target);
      done += 1;
    } catch (error) {
      if (!isAboutRecord(error)) return { done, refused, left: targets.slice(at), halted: reasonOf(error) };
      refused.push({ ...target, reason: reasonOf(error) });
    }
    onStep(at + 1);
  }
  return { done, refused, left: [] };
}

/** A refusal of this record, and not of the visitor or of the moment, which the next one would meet as well. */
const isAboutRecord = (error: unknown): boolean =>
  error instanceof ProblemError && [400, 404, 409, 412, 422].includes(error.status);
