// Cached responses: used while the server is unreachable, and only for the user who received them.
import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ProblemError } from '@mizan/ui-kit/http';
import { session } from '@mizan/ui-kit/session';
import { clearCacheOfOthers, isCachedSince, withCache, cachedAnswer, onLate, revise } from './response-cache';

const KEY = ['project', '1'];
const away = () => Promise.reject(new TypeError('Failed to fetch'));
const answering =
  <T>(answer: T) =>
  () =>
    Promise.resolve(answer);

function signedIn(id: string): void {
  const user = { id, firstName: 'A', lastName: 'B', email: 'a@b.test' };
  const me = { user, roles: [], permissions: [] } as unknown as ReturnType<typeof session.current>['me'];
  vi.spyOn(session, 'current').mockReturnValue({ me, ready: true, offline: false, ended: false });
}

/** Responses are stored in the background. */
const written = (person: string, key = KEY) =>
  vi.waitFor(async () => expect(await cachedAnswer(person, key)).toBeDefined());

beforeEach(async () => {
  await clearCacheOfOthers(undefined);
  signedIn('ann');
});

it('what was answered is given when the server is out of reach', async () => {
  expect(await withCache('ann', KEY, answering({ name: 'Marina' }))).toEqual({ name: 'Marina' });
  await written('ann');
  expect(await withCache('ann', KEY, away)).toEqual({ name: 'Marina' });
  for (const status of [502, 503, 504])
    expect(await withCache('ann', KEY, () => Promise.reject(new ProblemError({ status })))).toEqual({ name: 'Marina' });
});

it('a refusal stays a refusal', async () => {
  await withCache('ann', KEY, answering(1));
  await written('ann');
  for (const status of [401, 403, 404, 429, 500])
    await expect(withCache('ann', KEY, () => Promise.reject(new ProblemError({ status })))).rejects.toMatchObject({
      status,
    });
});

it('what was never answered fails as without it', async () => {
  await expect(withCache('ann', KEY, away)).rejects.toThrow('Failed to fetch');
});

it('a user never gets the response of another user', async () => {
  await withCache('ann', KEY, answering(1));
  await written('ann');
  signedIn('bea');
  await expect(withCache('bea', KEY, away)).rejects.toThrow('Failed to fetch');
  await expect(withCache('ann', KEY, away)).rejects.toThrow('Failed to fetch');
});

it('a response that arrives after sign-out is not cached', async () => {
  const answer = withCache('ann', KEY, answering(1));
  signedIn('bea');
  await answer;
  // By now the late response has been stored.
  await withCache('bea', KEY, answering(2));
  await written('bea');
  signedIn('ann');
  expect(await cachedAnswer('ann', KEY)).toBeUndefined();
});

it("of others nothing is left, and one's own stays", async () => {
  await withCache('ann', KEY, answering(1));
  await written('ann');
  signedIn('bea');
  await withCache('bea', KEY, answering(2));
  await written('bea');
  await clearCacheOfOthers('bea');
  expect(await cachedAnswer('ann', KEY)).toBeUndefined();
  expect(await cachedAnswer('bea', KEY)).toBe(2);
});

it('a response is revised only where it is cached', async () => {
  await withCache('ann', KEY, answering([1]));
  await written('ann');
  await revise('ann', KEY, (known: number[]) => [...known, 2]);
  await revise('ann', ['none'], () => [3]);
  expect(await cachedAnswer('ann', KEY)).toEqual([1, 2]);
  expect(await cachedAnswer('ann', ['none'])).toBeUndefined();
});

it('at most two hundred responses are cached: the oldest are deleted', async () => {
  const clock = vi.spyOn(Date, 'now');
  for (let at = 0; at < 203; at += 1) {
    clock.mockReturnValue(1_000_000 + at);
    await withCache('ann', ['list', `${at}`], answering(at));
    await written('ann', ['list', `${at}`]);
  }
  expect(await cachedAnswer('ann', ['list', '2'])).toBeUndefined();
  expect(await cachedAnswer('ann', ['list', '3'])).toBe(3);
  expect(await isCachedSince('ann', ['list', '202'], 1000)).toBe(true);
  clock.mockReturnValue(1_000_000 + 61 * 24 * 3_600_000);
  expect(await cachedAnswer('ann', ['list', '202'])).toBeUndefined();
  expect(await isCachedSince('ann', ['list', '202'], 1000)).toBe(false);
});

describe('a network that takes long', () => {
  it('is not awaited when there is a cached response, and its own is used by the next request', async () => {
    await withCache('ann', KEY, answering('old'));
    await written('ann');
    const late: unknown[] = [];
    onLate((key) => late.push(key));
    let answer: (value: string) => void = () => {};
    const slow = new Promise<string>((resolve) => {
      answer = resolve;
    });
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    const given = withCache('ann', KEY, () => slow);
    vi.advanceTimersByTime(4000);
    vi.useRealTimers();
    expect(await given).toBe('old');
    answer('new');
    await vi.waitFor(() => expect(late).toEqual([KEY]));
    expect(await withCache('ann', KEY, away)).toBe('new');
  });
});
