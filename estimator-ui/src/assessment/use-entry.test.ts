// The value of the field, and when it is committed.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { act, cleanup, renderHook } from '@testing-library/react';
import { useEntry } from './use-entry';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const pass = (milliseconds: number): void => act(() => void vi.advanceTimersByTime(milliseconds));

it("'Typed input debounce 1.5 s'", () => {
  const { result } = renderHook(() => useEntry('u', undefined));
  act(() => result.current.type(9));
  pass(1000);
  act(() => result.current.type(95_000));
  pass(1499);
  expect(result.current).toMatchObject({ shown: 95_000, unsaved: false, dirty: true, entry: { rent: 0 } });
  pass(1);
  expect(result.current).toMatchObject({ unsaved: true, entry: { rent: 95_000, typed: true } });
});

it('a rejected amount fills the field as if typed, and the field resets when it is deleted', () => {
  const { result, rerender } = renderHook(({ refused }) => useEntry('u', undefined, refused), {
    initialProps: { refused: 95_000 as number | undefined },
  });
  expect(result.current).toMatchObject({ shown: 95_000, unsaved: true });
  act(() => result.current.press(1));
  rerender({ refused: undefined });
  expect(result.current).toMatchObject({ shown: 950_001, unsaved: true });
});
