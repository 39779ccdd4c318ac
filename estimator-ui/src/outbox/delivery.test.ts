// Delivers estimates to a server with every kind of failure: in the end it has the last estimate of each unit.
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import * as fc from 'fast-check';
import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { session } from '@mizan/ui-kit/session';
import { countOf, discard, flush, onRefused, onSent, retry, save, start } from './delivery';
import { rowsOf } from './rows';
import { waiting } from './waiting';

const LAYLA = { id: '1', firstName: 'Layla', lastName: 'Haddad', email: 'layla@demo.test' };
const OMAR = { id: '2', firstName: 'Omar', lastName: 'Saleh', email: 'omar@demo.test' };
let user = LAYLA;

type Answer =
  | 'ok'
  | 'portal'
  | 'portal with JSON'
  | 'another unit'
  | 'portal refuses'
  | 'portal 511'
  | 'lost before'
  | 'lost after'
  | 'busy'
  | 'too often'
  | 'broken';

/** The server's next responses; after these it works. */
let answers: Answer[] = [];
/** What the server has saved: user, unit, rent and key. */
let saved: { person: string; unitId: string; rent: number; key: string }[] = [];

function commit(request: Request, body: Record<string, unknown>): void {
  const key = request.headers.get('Idempotency-Key') ?? '';
  const person = request.headers.get('Authorization')?.replace('Bearer token of ', '') ?? '';
  // Like the server: a repeated key saves nothing.
  if (saved.some((one) => one.key === key)) return;
  saved.push({ person, unitId: String(body['unitId']), rent: Number(body['estimatedYearlyRentInAED']), key });
}

const problem = (status: number, headers = {}): Response =>
  HttpResponse.json({ title: 'Problem', detail: `It said ${status}` }, { status, headers });

const server = setupServer(
  http.post('/api/auth/refresh', () => problem(401)),
  http.get('/api/auth/me', () => HttpResponse.json({ user, roles: ['estimations'], permissions: [] })),
  http.post('/api/assessments', async ({ request }) => {
    const body = (await request.json()) as Record<string, unknown>;
    const answer = answers.shift() ?? 'ok';
    if (answer === 'lost before') return HttpResponse.error();
    if (answer === 'portal') return HttpResponse.html('<p>Sign in to the network</p>');
    if (answer === 'portal with JSON') return HttpResponse.json({ status: 'login required', url: '/portal' });
    if (answer === 'another unit') return HttpResponse.json({ ...body, _id: 'f', unitId: 'another' });
    if (answer === 'portal refuses') return HttpResponse.html('<p>Sign in</p>', { status: 403 });
    if (answer === 'portal 511') return HttpResponse.html('<p>Sign in</p>', { status: 511 });
    if (answer === 'busy') return problem(503);
    if (answer === 'too often') return problem(429, { 'Retry-After': '1' });
    if (answer === 'broken') return problem(500);
    commit(request, body);
    return answer === 'lost after' ? HttpResponse.error() : HttpResponse.json({ ...body, _id: 'f' });
  }),
);

let stop = (): void => {};

async function signIn(as: typeof LAYLA): Promise<void> {
  user = as;
  await session.begin({ accessToken: `token of ${user.id}`, expiresIn: 600, user });
}

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
beforeEach(async () => {
  answers = [];
  saved = [];
  await signIn(LAYLA);
  stop = start();
});
afterEach(async () => {
  vi.restoreAllMocks();
  stop();
  await flush();
  session.forget();
  server.resetHandlers();
});
afterAll(() => server.close());

const one = (unitId: string, rent: number, person = LAYLA.id) => ({
  person,
  input: {
    unitId,
    projectId: 'p',
    estimatedYearlyRentInAED: rent,
    estimatedCapitalAppreciationPercentage: 0,
    confidenceScore: 0,
  },
  unitNumber: unitId,
  projectName: 'Marina Heights',
});

/** The server's last estimate of each unit. */
const last = (): Record<string, number> => Object.fromEntries(saved.map(({ unitId, rent }) => [unitId, rent]));

async function sendAll(): Promise<void> {
  while ((await rowsOf(LAYLA.id)).some(({ refused }) => refused === undefined)) await flush();
}

it('whatever fails, each unit ends with what was saved last, in the order of the saves, and nothing twice', async () => {
  const answer = fc.constantFrom<Answer>('ok', 'lost before', 'lost after', 'busy', 'too often');
  const saves = fc.array(
    fc.record({
      unit: fc.constantFrom('a', 'b', 'c'),
      rent: fc.integer({ min: 10_000, max: 90_000 }),
      waits: fc.boolean(),
    }),
    { minLength: 1, maxLength: 12 },
  );
  await fc.assert(
    fc.asyncProperty(saves, fc.array(answer, { maxLength: 30 }), async (all, failures) => {
      saved = [];
      answers = [...failures];
      for (const { unit, rent, waits } of all) {
        await save(one(unit, rent));
        if (waits) await flush();
      }
      await sendAll();
      expect(saved.map(({ unitId, rent }) => [unitId, rent])).toEqual(all.map(({ unit, rent }) => [unit, rent]));
      expect(waiting().rows).toEqual([]);
    }),
    { numRuns: 40 },
  );
});

it('a rejected estimate is stored with its reason, and later ones are sent', async () => {
  server.use(http.post('/api/assessments', () => problem(422), { once: true }));
  const received = vi.fn();
  const end = onRefused((_, reason) => received(reason));
  await save(one('a', 95_000));
  await save(one('b', 80_000));
  await sendAll();
  end();
  expect(received).toHaveBeenCalledExactlyOnceWith('It said 422');
  expect(last()).toEqual({ b: 80_000 });
  expect(waiting().rows).toMatchObject([{ unitNumber: 'a', refused: 'It said 422' }]);
});

it('what was refused can be sent again, corrected or given up', async () => {
  server.use(http.post('/api/assessments', () => problem(422)));
  for (const unit of ['a', 'b', 'c']) await save(one(unit, 95_000));
  await sendAll();
  server.resetHandlers();
  const [first, , third] = waiting().rows;
  if (first) await retry(first);
  expect(last()).toEqual({ a: 95_000 });
  await save(one('b', 70_000));
  await sendAll();
  expect(last()).toEqual({ a: 95_000, b: 70_000 });
  if (third) await discard(third);
  expect(waiting().rows).toEqual([]);
});

it('a server that fails at one estimate does not block the others', async () => {
  answers = ['broken', 'broken', 'broken'];
  await save(one('a', 95_000));
  await save(one('b', 80_000));
  await sendAll();
  expect(last()).toEqual({ b: 80_000 });
  expect(waiting().rows).toMatchObject([{ unitNumber: 'a', refused: 'It said 500' }]);
});

it('the next user sees nothing of it, and nothing is sent under another account', async () => {
  server.use(http.post('/api/assessments', () => HttpResponse.error()));
  await save(one('a', 95_000));
  await flush();
  server.resetHandlers();
  await signIn(OMAR);
  await flush();
  await vi.waitFor(() => expect(waiting()).toMatchObject({ ready: true, rows: [] }));
  expect(saved).toEqual([]);
  expect(await countOf(LAYLA.id)).toBe(1);
  await signIn(LAYLA);
  await sendAll();
  expect(saved).toMatchObject([{ person: LAYLA.id, unitId: 'a', rent: 95_000 }]);
});

it('a session that ran out loses nothing: it is sent after the next sign-in', async () => {
  server.use(http.post('/api/assessments', () => problem(401)));
  await save(one('a', 95_000));
  await flush();
  expect(session.current().me).toBeNull();
  expect(await countOf(LAYLA.id)).toBe(1);
  server.resetHandlers();
  await signIn(LAYLA);
  await vi.waitFor(() => expect(last()).toEqual({ a: 95_000 }));
});

const isWarned = (): boolean => !dispatchEvent(new Event('beforeunload', { cancelable: true }));

it('a phone without storage saves when the server has it, and out of its reach the page keeps it, in order', async () => {
  const refuse = vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(() => {
    throw new DOMException('Quota exceeded', 'QuotaExceededError');
  });
  answers = ['lost after'];
  const received = vi.fn();
  const end = onSent(received);
  expect(await save(one('a', 95_000))).toBe('sent');
  end();
  expect(saved).toHaveLength(1);
  expect(received).toHaveBeenCalledOnce();
  expect(isWarned()).toBe(false);

  answers = Array.from({ length: 20 }, () => 'lost before');
  expect(await save(one('b', 80_000))).toBe('on-page');
  expect(await save(one('a', 70_000))).toBe('on-page');
  expect(waiting()).toMatchObject({ onPage: true, rows: [{ unitNumber: 'b' }, { unitNumber: 'a' }] });
  expect(isWarned(), 'closing the page would lose them').toBe(true);
  refuse.mockRestore();
  // Storage works again: what is saved now is still sent after them.
  expect(await save(one('b', 85_000))).toBe('on-page');
  answers = [];
  await sendAll();
  expect(saved.map(({ unitId, rent }) => [unitId, rent])).toEqual([
    ['a', 95_000],
    ['b', 80_000],
    ['a', 70_000],
    ['b', 85_000],
  ]);
  expect(waiting().onPage).toBe(false);
  expect(isWarned()).toBe(false);
  expect(await save(one('c', 60_000))).toBe('stored');
});

it('a server that does not answer: within ten seconds the page keeps the estimate, which is saved once', async () => {
  const forbidden = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
    throw new DOMException('The operation is insecure', 'SecurityError');
  });
  let answer = (): void => {};
  const answered = new Promise<void>((done) => {
    answer = done;
  });
  const keys = new Set<string | null>();
  server.use(
    http.post('/api/assessments', async ({ request }) => {
      keys.add(request.headers.get('Idempotency-Key'));
      const body = (await request.json()) as Record<string, unknown>;
      await answered;
      commit(request, body);
      return HttpResponse.json({ ...body, _id: 'f' });
    }),
  );
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const first = save(one('a', 95_000));
  await vi.waitFor(() => expect(keys.size).toBe(1));
  expect(isWarned(), 'closing the page would lose it').toBe(true);
  await vi.advanceTimersByTimeAsync(10_000);
  vi.useRealTimers();
  expect(await first).toBe('on-page');
  expect(waiting().rows).toMatchObject([{ unitNumber: 'a', onPage: true }]);
  answer();
  await sendAll();
  expect(saved).toMatchObject([{ unitId: 'a', rent: 95_000 }]);
  expect(keys.size).toBe(1);
  expect(waiting().rows).toEqual([]);
  forbidden.mockRestore();
});

it('what the server refuses at once is said by the save, and is kept with its reason', async () => {
  const forbidden = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
    throw new DOMException('The operation is insecure', 'SecurityError');
  });
  const refused = vi.fn();
  const end = onRefused(refused);
  server.use(http.post('/api/assessments', () => problem(422), { once: true }));
  await expect(save(one('a', 95_000))).rejects.toThrow('It said 422');
  expect(waiting().rows).toMatchObject([{ refused: 'It said 422' }]);
  expect(await save(one('a', 90_000))).toBe('sent');
  end();
  expect(refused).not.toHaveBeenCalled();
  expect(waiting().rows).toEqual([]);
  forbidden.mockRestore();
});

it('where the browser forbids all storage nothing is lost while the page is open', async () => {
  const forbidden = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
    throw new DOMException('The operation is insecure', 'SecurityError');
  });
  answers = Array.from({ length: 8 }, () => 'busy');
  expect(await save(one('a', 95_000))).toBe('on-page');
  server.use(http.post('/api/assessments', () => problem(422), { once: true }));
  answers = [];
  await sendAll();
  expect(waiting().rows, 'with its reason').toMatchObject([{ refused: 'It said 422', onPage: true }]);
  expect(await save(one('a', 90_000))).toBe('sent');
  expect(waiting().rows).toEqual([]);
  expect(last()).toEqual({ a: 90_000 });
  forbidden.mockRestore();
});

it('what was refused does not come back over what was saved later', async () => {
  answers = ['broken', 'broken', 'broken'];
  await save(one('a', 95_000));
  await save(one('a', 80_000));
  await sendAll();
  expect(last()).toEqual({ a: 80_000 });
  expect(waiting().rows).toEqual([]);
});

it('a response that arrives after another user signed in notifies no listener', async () => {
  let answer = (): void => {};
  server.use(
    http.post('/api/assessments', async ({ request }) => {
      const body = (await request.json()) as Record<string, unknown>;
      await new Promise<void>((done) => {
        answer = done;
      });
      commit(request, body);
      return HttpResponse.json({ ...body, _id: 'f' });
    }),
  );
  const received = vi.fn();
  const end = onSent(received);
  await save(one('a', 95_000));
  const sending = flush();
  await signIn(OMAR);
  answer();
  await sending;
  end();
  expect(saved).toMatchObject([{ person: LAYLA.id }]);
  expect(received).not.toHaveBeenCalled();
  expect(await countOf(LAYLA.id)).toBe(0);
});

it('an estimate waits for a full day and longer', async () => {
  answers = ['lost before'];
  await save(one('a', 95_000));
  await flush();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 25 * 60 * 60_000 });
  await signIn(LAYLA);
  await sendAll();
  vi.useRealTimers();
  expect(last()).toEqual({ a: 95_000 });
});

it('a connection to the database that was lost is opened anew', async () => {
  const open = IDBDatabase.prototype.transaction;
  const lost = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementationOnce(() => {
    throw new DOMException('The database connection is closing', 'InvalidStateError');
  });
  await save(one('a', 95_000));
  await sendAll();
  expect(last()).toEqual({ a: 95_000 });
  lost.mockRestore();
  expect(IDBDatabase.prototype.transaction).toBe(open);
});

it.each<Answer>(['portal', 'portal with JSON', 'another unit', 'portal refuses', 'portal 511'])(
  '%s: a captive portal is no answer, the row waits',
  async (answer) => {
    const refused = vi.fn();
    const end = onRefused(refused);
    answers = [answer, answer, answer, answer];
    await save(one('a', 50_000));
    await flush();
    expect((await rowsOf(LAYLA.id)).map((row) => row.refused)).toEqual([undefined]);
    expect(saved).toEqual([]);
    await sendAll();
    end();
    expect(refused).not.toHaveBeenCalled();
    expect(saved.map(({ rent }) => rent)).toEqual([50_000]);
  },
);
