// The countdown of the completion screen.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { act, cleanup, renderHook } from '@testing-library/react';
import { COUNTDOWN } from '../assess/limits';
import { useCountdown } from './use-countdown';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const pass = (seconds: number): void => act(() => void vi.advanceTimersByTime(seconds * 1000));

function begin() {
  const end = vi.fn<() => void>();
  const { result } = renderHook(() => useCountdown(COUNTDOWN, end));
  return { end, countdown: () => result.current };
}

function show(hidden: boolean): void {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(hidden);
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
}

it("'Countdown on completion: 10 s', and what is at zero comes once", () => {
  const { end, countdown } = begin();
  expect(countdown().left).toBe(10);
  pass(9);
  expect(countdown().left).toBe(1);
  expect(end).not.toHaveBeenCalled();
  pass(1);
  expect(end).toHaveBeenCalledTimes(1);
  pass(60);
  expect(countdown().left).toBe(0);
  expect(end).toHaveBeenCalledTimes(1);
});

it('nothing fires after it is stopped', () => {
  const { end, countdown } = begin();
  pass(9);
  act(() => countdown().stop());
  pass(60);
  expect(countdown()).toMatchObject({ left: 1, stopped: true });
  expect(end).not.toHaveBeenCalled();
});

it('it pauses while the page is hidden, and resumes', () => {
  const { end, countdown } = begin();
  pass(4);
  show(true);
  pass(600);
  expect(countdown().left).toBe(6);
  show(false);
  pass(6);
  expect(end).toHaveBeenCalledTimes(1);
});
