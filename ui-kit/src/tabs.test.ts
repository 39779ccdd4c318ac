// Tabs where the browser lacks or forbids what they share.
import { afterEach, expect, it, vi } from 'vitest';
import { openChannel, takeTurn } from './tabs';

afterEach(() => vi.unstubAllGlobals());

const forbidden = (): never => {
  throw new DOMException('The operation is insecure', 'SecurityError');
};

it('work is done at once where there are no locks, or where they are forbidden', async () => {
  for (const navigator of [
    {},
    { locks: { request: () => Promise.reject(new DOMException('Denied', 'SecurityError')) } },
    { locks: { request: forbidden } },
  ]) {
    vi.stubGlobal('navigator', navigator);
    const work = vi.fn(async (turn: boolean) => turn);
    expect(await takeTurn('name', work, { ifAvailable: true })).toBe(true);
    expect(work).toHaveBeenCalledOnce();
  }
});

it('work that fails is not done twice', async () => {
  vi.stubGlobal('navigator', {
    locks: { request: (_name: string, _options: object, work: (lock: object) => Promise<void>) => work({}) },
  });
  const work = vi.fn(() => Promise.reject(new Error('offline')));
  await expect(takeTurn('name', work)).rejects.toThrow('offline');
  expect(work).toHaveBeenCalledOnce();
});

it('a tab without a channel has none', () => {
  vi.stubGlobal('BroadcastChannel', undefined);
  expect(openChannel('name')).toBeNull();
  vi.stubGlobal('BroadcastChannel', forbidden);
  expect(openChannel('name')).toBeNull();
});
