import { toast, toastWithAction, Toaster } from '@mizan/ui-kit/toaster';
import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => {
  cleanup();
  act(() => toast.removeAll());
});

test('an action is reached by one key, runs one time, and the focus returns', async () => {
  const run = vi.fn<() => void>();
  const user = userEvent.setup();
  render(
    <>
      <button type="button">Elsewhere</button>
      <Toaster />
    </>,
  );
  screen.getByRole('button', { name: 'Elsewhere' }).focus();
  act(() => void toastWithAction('Unit deleted', { label: 'Undo', run, duration: 8000 }));
  const undo = await screen.findByRole('button', { name: 'Undo' });
  expect(undo.closest('[role="status"]')?.textContent).toContain('Unit deleted');
  await user.keyboard('{F8}');
  expect(document.activeElement).toBe(undo);
  await user.keyboard('{Enter}');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Elsewhere' }));
  await user.click(undo);
  expect(run).toHaveBeenCalledTimes(1);
});

test('the key is left to the page when there is nothing to press', async () => {
  const pressed = vi.fn<(event: KeyboardEvent) => void>();
  render(<Toaster />);
  document.addEventListener('keydown', pressed);
  act(() => void toast.success('Saved'));
  await userEvent.setup().keyboard('{F8}');
  document.removeEventListener('keydown', pressed);
  expect(pressed.mock.calls[0]?.[0].defaultPrevented).toBe(false);
});

const texts = (): (string | null)[] =>
  Array.from(document.querySelectorAll('[data-visible]'), ({ textContent }) => textContent);

test("'Toast durations default 4 s, success 3 s, error 5 s', loading until replaced", () => {
  vi.useFakeTimers();
  const pass = (milliseconds: number): void => act(() => void vi.advanceTimersByTime(milliseconds));
  render(<Toaster />);
  act(() => {
    toast('Blank');
    toast.custom('Custom');
    toast.success('Done');
    toast.error('Failed');
    toast.loading('Working', { id: 'work' });
  });
  pass(2900);
  expect(texts()).toHaveLength(5);
  pass(200);
  expect(texts()).not.toContain('Done');
  pass(800);
  expect(texts().toSorted()).toEqual(['Blank', 'Custom', 'Failed', 'Working']);
  pass(200);
  expect(texts().toSorted()).toEqual(['Failed', 'Working']);
  pass(1000);
  expect(texts()).toEqual(['Working']);
  pass(600_000);
  expect(texts()).toEqual(['Working']);
  act(() => void toast.success('Worked', { id: 'work' }));
  expect(texts()).toEqual(['Worked']);
  vi.useRealTimers();
});

test("'at most 20 toasts at once', the newest", () => {
  render(<Toaster />);
  act(() => {
    for (let number = 1; number <= 25; number += 1) toast(String(number));
  });
  expect(texts()).toHaveLength(20);
  expect(texts()).toContain('25');
});
