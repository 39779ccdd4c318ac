// A failed load reloads the page once per distinct message.
import { beforeEach, expect, it, vi } from 'vitest';
import { reloadOnce } from '@mizan/ui-kit/lazy-screen';

beforeEach(() => sessionStorage.clear());

it('the same message reloads once, another one again', () => {
  const reload = vi.fn();
  expect(reloadOnce(new Error('gone: a.js'), reload)).toBe(true);
  expect(reloadOnce(new Error('gone: a.js'), reload)).toBe(false);
  expect(reloadOnce(new Error('gone: b.js'), reload)).toBe(true);
  expect(reload).toHaveBeenCalledTimes(2);
});

it('a reload is not repeated for ever when nothing can be remembered', () => {
  const reload = vi.fn();
  vi.spyOn(sessionStorage, 'setItem').mockImplementation(() => {
    throw new Error('refused');
  });
  expect(reloadOnce(new Error('gone'), reload)).toBe(false);
  expect(reload).not.toHaveBeenCalled();
});
