// The outcome of sending a row, for every possible response.
import { describe, expect, it } from 'vitest';
import * as fc from 'fast-check';
import { isFailure, MOST_FAILURES, outcomeOf, pauseAfter } from './outcome';

const status = fc.oneof(fc.constant(0), fc.integer({ min: 400, max: 599 }));
const failures = fc.integer({ min: 0, max: 10 });

describe('outcomeOf', () => {
  it.each([0, 408, 425, 429, 502, 503, 504, 507])('%i waits, however often it comes', (code) => {
    fc.assert(fc.property(failures, (count) => outcomeOf(code, count) === 'later'));
  });

  it('a session that is over waits for its person', () => {
    fc.assert(fc.property(failures, (count) => outcomeOf(401, count) === 'signed-out'));
  });

  it.each([400, 403, 404, 409, 413, 415, 422])('%i is a refusal', (code) => {
    expect(outcomeOf(code, 0)).toBe('refused');
  });

  it('a server that fails at one estimate is retried a few times, and does not block the others', () => {
    expect(outcomeOf(500, MOST_FAILURES - 1)).toBe('later');
    expect(outcomeOf(500, MOST_FAILURES)).toBe('refused');
  });

  it('only a response can reject: nothing is dropped without one', () => {
    fc.assert(
      fc.property(status, failures, (code, count) => {
        const outcome = outcomeOf(code, count);
        if (code === 0) expect(outcome).toBe('later');
        if (outcome === 'refused') expect(code >= 500 ? isFailure(code) : code >= 400).toBe(true);
      }),
    );
  });
});

describe('pauseAfter', () => {
  it('grows, is bounded, and is never shorter than Retry-After', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1000 }),
        fc.option(fc.integer({ min: 0, max: 3600 }), { nil: undefined }),
        (attempts, retryAfter) => {
          const pause = pauseAfter(attempts, retryAfter);
          expect(pause).toBeGreaterThanOrEqual(Math.max(1000, (retryAfter ?? 0) * 1000));
          expect(pause).toBeLessThanOrEqual(Math.max(15_000, (retryAfter ?? 0) * 1000));
          expect(pauseAfter(attempts + 1, retryAfter)).toBeGreaterThanOrEqual(pause);
        },
      ),
    );
  });
});
