// The assessment of a unit from the user's view: what is sent, what is rejected, and what is not shown.
import { expect, it, onTestFinished, vi } from 'vitest';
import { act, fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { session } from '@mizan/ui-kit/session';
import {
  PROJECT,
  button,
  open,
  project,
  saveAssessment,
  sent,
  serveAssessments,
  server,
  tap,
  unit,
  unitShown,
} from './assessment-page.fixture';

serveAssessments();

it('the starting value and the way of entry are sent with an estimate', async () => {
  await open('0');
  await unitShown('A-1');
  await tap('+5%', '-1%', 'Save & Continue');
  await unitShown('B-1');
  await tap('+1%', 'Save & Continue');
  await unitShown('C-1');
  await tap('9', '5', '0', '0', '0', 'Save & Submit');
  await screen.findByRole('heading', { name: 'Congratulations!' });
  await vi.waitFor(() => expect(sent).toHaveLength(3));
  expect(sent.map(({ estimatedYearlyRentInAED, entry }) => [estimatedYearlyRentInAED, entry])).toEqual([
    [74_176, { baseSource: 'unit', baseValue: 71_357, taps: 2, typed: false, seconds: expect.any(Number) }],
    [74_918, { baseSource: 'previous', baseValue: 74_176, taps: 1, typed: false, seconds: expect.any(Number) }],
    [95_000, { baseSource: 'none', taps: 5, typed: false, seconds: expect.any(Number) }],
  ]);
  expect(sent[0]).toMatchObject({
    projectId: PROJECT,
    unitId: 'a'.repeat(24),
    estimatedCapitalAppreciationPercentage: 0,
    confidenceScore: 0,
  });
});

it('what percent steps start from is not shown', async () => {
  await open('0');
  await unitShown('A-1');
  expect(screen.getByRole('main').innerHTML).not.toMatch(/71,?357/);
  expect(screen.getByText('No estimate yet in this project')).toBeTruthy();
});

it('facts, the floor only where it is known', async () => {
  await open('0');
  await unitShown('A-1');
  const facts = within(screen.getByLabelText('Facts about the unit'));
  expect(facts.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
    'Square footage',
    'Floor',
    'View',
    'Initial price',
  ]);
  expect(facts.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
    '812 sq ft',
    '—',
    'Sea view',
    '1.3M AED',
  ]);
});

it('digits of a keyboard count wherever the focus is, and are typed', async () => {
  await open('0');
  await unitShown('A-1');
  for (const key of ['9', '5', '0', '0', '0', '7', 'Backspace']) fireEvent.keyDown(document.body, { key });
  fireEvent.keyDown(document.body, { key: '1', ctrlKey: true });
  await tap('Save & Continue');
  await unitShown('B-1');
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toMatchObject({ estimatedYearlyRentInAED: 95_000, entry: { taps: 0, typed: true } });
});

it("'Typed desktop input is committed after 1.5 s of inactivity or when the field loses focus'", async () => {
  await open('0');
  await unitShown('A-1');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const field = screen.getByLabelText('Estimated yearly rent', { selector: 'input' });
  const type = (value: string) => fireEvent.change(field, { target: { value } });
  type('9a5-٠.0,0');
  expect(screen.getByDisplayValue('95,000')).toBeTruthy();
  act(() => void vi.advanceTimersByTime(1499));
  expect(screen.queryByTitle('Unsaved changes')).toBeNull();
  act(() => void vi.advanceTimersByTime(1));
  expect(screen.getByTitle('Unsaved changes')).toBeTruthy();
  type('');
  fireEvent.blur(field);
  expect(screen.queryByTitle('Unsaved changes')).toBeNull();
  type('8');
  expect(screen.queryByTitle('Unsaved changes')).toBeNull();
  fireEvent.blur(field);
  expect(screen.getByTitle('Unsaved changes')).toBeTruthy();
});

it('an amount pasted anywhere on the screen fills the field', async () => {
  await open('0');
  await unitShown('A-1');
  fireEvent.paste(document.body, { clipboardData: { getData: () => 'AED ٩٥٬٠٠٠' } });
  await tap('Save & Continue');
  await unitShown('B-1');
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toMatchObject({ estimatedYearlyRentInAED: 95_000, entry: { taps: 0, typed: true } });
});

it("a rejected estimate shows the server's message, and can be corrected at its unit", async () => {
  server.use(
    http.post('/api/assessments', () =>
      HttpResponse.json({ title: 'Unprocessable', detail: 'There is no such unit any more' }, { status: 422 }),
    ),
  );
  await open('0');
  await unitShown('A-1');
  await tap('9', '5', '0', '0', '0', 'Save & Continue');
  await unitShown('B-1');
  await within(screen.getByRole('region', { name: 'Notifications' })).findByText('There is no such unit any more');
  await userEvent.click(await screen.findByRole('button', { name: '1 estimate was not saved' }));
  const refused = within(await screen.findByRole('list', { name: 'Not saved' }));
  expect(refused.getByText('There is no such unit any more')).toBeTruthy();
  await userEvent.click(refused.getByRole('link', { name: 'Correct' }));
  await unitShown('A-1');
  expect(screen.getByDisplayValue('95,000')).toBeTruthy();
  expect(screen.getByTitle('Unsaved changes')).toBeTruthy();

  server.use(http.post('/api/assessments', ({ request }) => saveAssessment(request)));
  await tap('+1%', 'Save & Continue');
  await unitShown('B-1');
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  await vi.waitFor(() => expect(screen.queryByRole('button', { name: /not saved/ })).toBeNull());
});

it('a refusal without a sentence of its own', async () => {
  server.use(http.post('/api/assessments', () => new HttpResponse(null, { status: 403 })));
  await open('0');
  await unitShown('A-1');
  await tap('9', '5', '0', '0', '0', 'Save & Continue');
  await screen.findByText('Failed to save assessment. Please try again.');
});

it('the last unit is saved before others: the number of open ones is shown', async () => {
  await open('2');
  await unitShown('C-1');
  await tap('9', '5', '0', '0', '0', 'Save & Submit');
  expect(await screen.findByText('2 units of Marina Heights are still without your estimate.')).toBeTruthy();
  await tap('Assess the remaining 2 units');
  await unitShown('A-1');
});

it('the bedroom count that is completed is celebrated', async () => {
  const estimate = {
    _id: 'f',
    unitId: 'a'.repeat(24),
    projectId: PROJECT,
    estimatedYearlyRentInAED: 90_000,
    estimatedCapitalAppreciationPercentage: 0,
    confidenceScore: 0,
  };
  server.use(
    http.get('/api/assessments', () =>
      HttpResponse.json([{ ...estimate, createdAt: '2026-11-20T08:00:00Z', updatedAt: '2026-11-20T08:00:00Z' }]),
    ),
  );
  await open('1');
  await unitShown('B-1');
  await tap('9', '5', '0', '0', '0', 'Save & Continue');
  expect(await screen.findByText("You've finished assessing all 1BR units in this project!")).toBeTruthy();
});

it('a project that there is not', async () => {
  server.use(
    http.get(`/api/projects/${PROJECT}/with-units`, () => HttpResponse.json({ title: 'Not Found' }, { status: 404 })),
  );
  await open('0');
  await screen.findByRole('heading', { name: 'Project not found' });
  expect(screen.getByText("The project you're looking for doesn't exist.")).toBeTruthy();
});

it('a rejection of one unit is not shown at the next one', async () => {
  await open('0');
  await unitShown('A-1');
  const amount = () => document.querySelector('[data-refused]');
  await tap('Save & Continue');
  expect(amount()).toBeTruthy();
  await tap('9', '5', '0', '0', '0', 'Save & Continue');
  await unitShown('B-1');
  expect(amount()).toBeNull();
});

it('an estimate with appreciation and confidence completes the project like any other', async () => {
  server.use(
    http.get('/api/assessments', () =>
      HttpResponse.json([
        {
          _id: 'x',
          projectId: PROJECT,
          unitId: 'c'.repeat(24),
          unit: { _id: 'c'.repeat(24), unitNumber: 'C-1' },
          estimatedYearlyRentInAED: 88_000,
          estimatedCapitalAppreciationPercentage: 3.5,
          confidenceScore: 80,
          createdAt: '2026-11-20T08:00:00Z',
          updatedAt: '2026-11-20T08:00:00Z',
        },
      ]),
    ),
  );
  await open('2');
  await unitShown('C-1');
  await tap('+1%', 'Save & Submit');
  await userEvent.click(await screen.findByRole('link', { name: 'Return to Projects' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Assessments' })).toBeTruthy();
});

/** Saves the only open unit, which is the last one. */
async function complete(): Promise<void> {
  const before = ['a', 'b'].map((letter) => ({
    _id: letter,
    projectId: PROJECT,
    unitId: letter.repeat(24),
    unit: { _id: letter.repeat(24), unitNumber: `${letter.toUpperCase()}-1` },
    estimatedYearlyRentInAED: 88_000,
    estimatedCapitalAppreciationPercentage: 0,
    confidenceScore: 0,
    createdAt: '2026-11-20T08:00:00Z',
    updatedAt: '2026-11-20T08:00:00Z',
  }));
  server.use(http.get('/api/assessments', () => HttpResponse.json(before)));
  await open('2');
  await unitShown('C-1');
  await tap('+1%', 'Save & Submit');
  await screen.findByRole('heading', { name: 'Congratulations!' });
}

it("'Congratulations! You've successfully completed all assessments for {project}. Ready to assess the next project?' is read with its countdown", async () => {
  await complete();
  const title = screen.getByRole('heading', { level: 1, name: 'Congratulations!' });
  expect(document.activeElement).toBe(title);
  const read = (title.getAttribute('aria-describedby') ?? '').split(' ').map((id) => document.getElementById(id));
  expect(read[0]?.textContent).toBe(
    "You've successfully completed all assessments for Marina Heights. Ready to assess the next project?",
  );
  expect(read[1]?.textContent).toMatch(/^Going on in \d+ s$/);
  expect(read[1]?.getAttribute('aria-live'), 'and not again with each second').toBe('off');
  expect(screen.getByRole('link', { name: 'Return to Projects' })).toBeTruthy();
});

it('after the last unit its estimate can be changed', async () => {
  await complete();
  await tap('Change the last one');
  await unitShown('C-1');
  expect(screen.queryByRole('heading', { name: 'Congratulations!' })).toBeNull();
  const changed = new Promise<unknown>((resolve) =>
    server.use(
      http.post('/api/assessments', async ({ request }) => {
        resolve(await request.json());
        return HttpResponse.json({}, { status: 200 });
      }),
    ),
  );
  await tap('+1%', 'Save & Submit');
  expect(await changed).toMatchObject({ unitId: 'c'.repeat(24) });
});

it('where every other project is completed, Start Next Project goes to the first unit of the same one', async () => {
  await complete();
  await tap('Start Next Project');
  await unitShown('A-1');
});

it('a failed request for the next project shows an error and stops the countdown', async () => {
  server.use(http.get('/api/projects', () => HttpResponse.json({ title: 'Down' }, { status: 500 })));
  await complete();
  await tap('Start Next Project');
  await within(screen.getByRole('region', { name: 'Notifications' })).findByText('Failed to fetch projects');
  expect(screen.getByRole('timer').textContent).toBe('');
  expect(screen.queryByRole('button', { name: 'Stay here' })).toBeNull();
});

/** Delays the server's responses to saves until the returned function is called. */
function slowly(): () => void {
  const pending: (() => void)[] = [];
  server.use(
    http.post('/api/assessments', async ({ request }) => {
      await new Promise<void>((done) => pending.push(done));
      return saveAssessment(request);
    }),
  );
  return () => pending.forEach((done) => done());
}

it('the next unit is on screen before the server has answered, and nothing is in the way', async () => {
  const answer = slowly();
  await open('0');
  await unitShown('A-1');
  await tap('9', '5', '0', '0', '0', 'Save & Continue');
  await screen.findByText('Assessment saved successfully!');
  await unitShown('B-1');
  expect(sent).toHaveLength(0);
  expect(document.body.textContent).toContain('Last estimation: AED 95,000 for unit A-1');
  expect(button('Previous unit').getAttribute('aria-disabled')).toBeNull();
  await userEvent.click(screen.getByRole('link', { name: 'Assessments' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Assessments' })).toBeTruthy();
  answer();
  await vi.waitFor(() => expect(sent).toHaveLength(1));
});

it('an estimate is saved without a network, and signing out asks for confirmation', async () => {
  server.use(http.post('/api/assessments', () => HttpResponse.error()));
  await open('0');
  await unitShown('A-1');
  await tap('9', '5', '0', '0', '0', 'Save & Continue');
  await unitShown('B-1');
  await screen.findByRole('button', { name: '1 estimate waits to be sent' });
  await userEvent.click(button('Account of Layla Haddad'));
  await userEvent.click(await screen.findByRole('button', { name: 'Sign out' }));
  await screen.findByRole('heading', { name: '1 estimate has not been sent' });
  await tap('Stay signed in');
  await vi.waitFor(() => expect(screen.queryByRole('heading', { name: '1 estimate has not been sent' })).toBeNull());

  server.use(http.post('/api/assessments', ({ request }) => saveAssessment(request)));
  await userEvent.click(button('1 estimate waits to be sent'));
  await userEvent.click(await screen.findByRole('button', { name: 'Send now' }));
  await screen.findByText('Everything is sent.');
  expect(sent).toHaveLength(1);
});

it("'Going to the first unit resets the state', of one unit too", async () => {
  server.use(
    http.get(`/api/projects/${PROJECT}/with-units`, () => HttpResponse.json({ ...project, units: [unit('a', 1)] })),
  );
  await open('0');
  await unitShown('A-1');
  await tap('+5%', 'Save & Submit');
  await screen.findByRole('heading', { name: 'Congratulations!' });
  await tap('Start Next Project');
  await unitShown('A-1');
  expect(screen.getByDisplayValue('74,925')).toBeTruthy();
  expect(screen.queryByTitle('Unsaved changes')).toBeNull();
});

it("'Failed to fetch project', and trying again", async () => {
  server.use(
    http.get(`/api/projects/${PROJECT}/with-units`, () => HttpResponse.json({ title: 'Down' }, { status: 500 })),
  );
  await open('0');
  await screen.findByRole('heading', { name: 'Failed to fetch project' });
  server.resetHandlers();
  await tap('Try again');
  await unitShown('A-1');
});

it('the comparison with others is shown after the server has the estimate, on the next unit and at the end', async () => {
  server.use(
    http.post('/api/assessments', async ({ request }) => {
      const answer = (await (await saveAssessment(request)).json()) as object;
      return HttpResponse.json({ ...answer, standing: 'lower' }, { status: 201 });
    }),
  );
  await open('1');
  await unitShown('B-1');
  expect(screen.queryByText('lower than the others')).toBeNull();
  await tap('9', '5', '0', '0', '0', 'Save & Continue');
  await unitShown('C-1');
  expect(await screen.findByText('lower than the others')).toBeTruthy();
  expect(document.body.textContent).toContain('Last estimation: AED 95,000 for unit B-1');
  await tap('9', '0', '0', '0', '0', 'Save & Submit');
  await screen.findByRole('heading', { name: 'That was the last unit' });
  await vi.waitFor(() => expect(document.body.textContent).toContain('C-1, AED 90,000:'));
});

it('signing out with an unsaved amount asks for confirmation', async () => {
  await open('0');
  await unitShown('A-1');
  await tap('9', 'Account of Layla Haddad');
  await userEvent.click(await screen.findByRole('button', { name: 'Sign out' }));
  await screen.findByRole('heading', { name: 'Leave without saving?' });
  await tap('Stay');
  await vi.waitFor(() => expect(screen.queryByRole('heading', { name: 'Leave without saving?' })).toBeNull());
  expect(session.current().me).not.toBeNull();
});
