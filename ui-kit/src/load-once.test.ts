// A result is loaded once, and a failure is dropped.
import { expect, it, vi } from 'vitest';
import { loadOnce } from '@mizan/ui-kit/load-once';

it('loads once for all callers, also for those that come later', async () => {
  const load = vi.fn(() => Promise.resolve(7));
  const get = loadOnce(load);
  expect(await Promise.all([get(), get()])).toEqual([7, 7]);
  expect(await get()).toBe(7);
  expect(load).toHaveBeenCalledTimes(1);
});

it('a failure reaches those who waited, and the next caller loads again', async () => {
  let fails = true;
  const get = loadOnce(() => (fails ? Promise.reject(new Error('no network')) : Promise.resolve(7)));
  const waited = await Promise.allSettled([get(), get()]);
  expect(waited.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  fails = false;
  expect(await get()).toBe(7);
});

it('a failure of a dropped load does not drop the one after it', async () => {
  let fail: (error: Error) => void = () => {};
  const load = vi
    .fn<() => Promise<number>>()
    .mockReturnValueOnce(
      new Promise((_, reject) => {
        fail = reject;
      }),
    )
    .mockResolvedValue(7);
  const get = loadOnce(load);
  const first = get();
  get.drop();
  const second = get();
  fail(new Error('closed'));
  await expect(first).rejects.toThrow('closed');
  expect(await second).toBe(7);
  expect(await get()).toBe(7);
  expect(load).toHaveBeenCalledTimes(2);
});
