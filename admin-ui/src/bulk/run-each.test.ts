import { ProblemError } from '@mizan/ui-kit/http';
import { expect, test } from 'vitest';
import { runEach } from './run-each.ts';

const targets = ['a', 'b', 'c', 'd'].map((id) => ({ id, title: id.toUpperCase() }));
const reasonOf = (error: unknown) => (error instanceof ProblemError && error.detail) || 'No reason';
const refusal = (status: number) => new ProblemError({ status, detail: `Refused with ${status}` });

async function run(answers: Record<string, unknown>, { stopAfter = Infinity } = {}) {
  const controller = new AbortController();
  const tried: string[] = [];
  const steps: number[] = [];
  const outcome = await runEach(
    targets,
    async ({ id }) => {
      tried.push(id);
      if (answers[id]) throw answers[id];
    },
    {
      signal: controller.signal,
      onStep(count) {
        steps.push(count);
        if (count === stopAfter) controller.abort();
      },
      reasonOf,
    },
  );
  return { ...outcome, tried, steps };
}

test('one after the other, and what one is refused for does not stop the others', async () => {
  expect(await run({ b: refusal(409), d: refusal(422) })).toEqual({
    done: 2,
    unchanged: 0,
    refused: [
      { id: 'b', title: 'B', reason: 'Refused with 409' },
      { id: 'd', title: 'D', reason: 'Refused with 422' },
    ],
    left: [],
    tried: ['a', 'b', 'c', 'd'],
    steps: [1, 2, 3, 4],
  });
});

test('stopped, it does not come to the rest', async () => {
  const { done, left, tried } = await run({}, { stopAfter: 2 });
  expect({ done, left: left.map(({ id }) => id), tried }).toEqual({ done: 2, left: ['c', 'd'], tried: ['a', 'b'] });
});

test('what the next one would meet as well ends it: no connection, no session, no permission, a busy server', async () => {
  for (const error of [new TypeError('Failed to fetch'), refusal(401), refusal(403), refusal(429), refusal(503)]) {
    // oxlint-disable-next-line no-await-in-loop
    const { done, refused, left, halted } = await run({ b: error });
    expect({ done, refused, left: left.map(({ id }) => id) }).toEqual({ done: 1, refused: [], left: ['b', 'c', 'd'] });
    expect(halted).toBe(reasonOf(error));
  }
});
