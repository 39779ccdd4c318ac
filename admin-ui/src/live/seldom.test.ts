import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { seldom } from './seldom.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('the first time is at once, and many within the pause are one at its end', () => {
  const work = vi.fn<() => void>();
  const { plan } = seldom(1000, work);
  plan();
  vi.advanceTimersByTime(1);
  expect(work).toHaveBeenCalledTimes(1);
  plan();
  plan();
  vi.advanceTimersByTime(998);
  expect(work).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1);
  expect(work).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(5000);
  expect(work).toHaveBeenCalledTimes(2);
});

test('what was cancelled is not done', () => {
  const work = vi.fn<() => void>();
  const { plan, cancel } = seldom(1000, work);
  plan();
  cancel();
  vi.advanceTimersByTime(5000);
  expect(work).not.toHaveBeenCalled();
});
