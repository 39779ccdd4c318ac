// Saving a figure: an answer that is lost is asked for again under the same key; a refusal is told at once.
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { session } from '@mizan/ui-kit/session';
import { saveAssessment } from './save-assessment';

const input = {
  unitId: 'u',
  projectId: 'p',
  estimatedYearlyRentInAED: 95_000,
  estimatedCapitalAppreciationPercentage: 0,
  confidenceScore: 0,
};
const server = setupServer(http.post('/api/auth/refresh', () => HttpResponse.json({}, { status: 401 })));

let keys: (string | null)[] = [];

/** Answers the attempts one after the other; the last answer again for all that follow. */
function answers(...answer: (() => Response)[]): void {
  server.use(
    http.post('/api/assessments', ({ request }) => {
      keys.push(request.headers.get('Idempotency-Key'));
      return (answer[keys.length - 1] ?? answer.at(-1))?.();
    }),
  );
}

const lost = (): Response => HttpResponse.error();
const broken = (): Response =>
  HttpResponse.json({ title: 'Service Unavailable', detail: 'The database is out of reach' }, { status: 503 });
const stored = (): Response => HttpResponse.json({ ...input, _id: 'f' }, { status: 201 });
const atOnce = (): Promise<void> => Promise.resolve();

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
beforeEach(() => {
  session.forget();
  keys = [];
});
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

it('is sent once when it is answered, each figure under a key of its own', async () => {
  answers(stored);
  expect(await saveAssessment(input, atOnce)).toMatchObject({ _id: 'f' });
  await saveAssessment(input, atOnce);
  expect(new Set(keys).size).toBe(2);
  expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
});

it('an answer that got lost, or that speaks of the server, is asked for again under the same key', async () => {
  answers(lost, broken, stored);
  await saveAssessment(input, atOnce);
  expect(keys).toHaveLength(3);
  expect(new Set(keys).size).toBe(1);
});

it('a third failure is told', async () => {
  answers(broken);
  await expect(saveAssessment(input, atOnce)).rejects.toThrow('The database is out of reach');
  expect(keys).toHaveLength(3);
});

it('a refusal is told at once', async () => {
  answers(() =>
    HttpResponse.json({ title: 'Unprocessable', detail: 'Yearly rent seems too low (min 10K AED)' }, { status: 422 }),
  );
  await expect(saveAssessment(input, atOnce)).rejects.toThrow('Yearly rent seems too low (min 10K AED)');
  expect(keys).toHaveLength(1);
});
