// Lists of references in generated forms: selected in order, up to the schema's maximum, by keyboard as well. Uses a
// resource of the product that has one.
import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, test } from 'vitest';
import { beServed, open, page, refusal, server } from '../app.fixture.tsx';

const MAY = { backoffice: ['enter'], rotations: ['read', 'create', 'update'], projects: ['read'] };
const ROTATION = '0123456789abcdef0123456f';

const id = (number: number): string => number.toString(16).padStart(24, '0');
const projects = Array.from({ length: 12 }, (_, index) => ({ _id: id(index + 1), name: `Tower ${index + 1}` }));
const rotation = (referred: typeof projects) => ({
  _id: ROTATION,
  name: 'First look',
  weekStart: null,
  projects: referred,
  createdAt: '2026-11-20T08:00:00Z',
  updatedAt: '2026-11-20T08:00:00Z',
});

function serve(sent: unknown[]) {
  const found = (search: string | null) =>
    projects.filter(({ name }) => name.toLowerCase().includes((search ?? '').toLowerCase()));
  server.use(
    http.get('/api/backoffice/projects', ({ request }) => page(found(new URL(request.url).searchParams.get('search')))),
    http.get('/api/backoffice/projects/:id', () => HttpResponse.json(projects[0])),
    http.post('/api/backoffice/projects/weekly-rotations', async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json(rotation([]), { status: 201 });
    }),
    http.patch(`/api/backoffice/projects/weekly-rotations/${ROTATION}`, async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json(rotation([]));
    }),
    http.get('/api/backoffice/projects/weekly-rotations', () => page([])),
    http.get('/api/backoffice/rotation-planning', ({ request }) => {
      const ids = new URL(request.url).searchParams.getAll('project');
      return HttpResponse.json({
        items: ids.map((_id) => ({ _id, units: 8, covered: 5, lastRotation: null })),
      });
    }),
  );
}

const referred = (count: number) =>
  server.use(
    http.get(`/api/backoffice/projects/weekly-rotations/${ROTATION}`, () =>
      HttpResponse.json(rotation(projects.slice(0, count))),
    ),
  );

const offered = () => within(screen.getByRole('listbox')).getAllByRole('option');
const chips = () =>
  [...(document.querySelectorAll('[role="combobox"]')[0]?.parentElement?.querySelectorAll('bdi') ?? [])].map(
    (chip) => chip.textContent,
  );

beServed();

test('several are searched for and chosen by keyboard, in the order in which they were chosen', async () => {
  const sent: unknown[] = [];
  serve(sent);
  const { user } = open('/backoffice/rotations/create', MAY);
  await user.type(await screen.findByLabelText('Name'), 'B');
  const box = await screen.findByRole('combobox', { name: 'Projects' });
  for (const [typed, name] of [
    ['12', 'Tower 12'],
    ['3', 'Tower 3'],
  ] as const) {
    await user.type(box, typed);
    await waitFor(() =>
      expect(offered().map((option) => option.textContent)).toEqual([
        `${name}5 of 8 units covered. Never in a rotation.`,
      ]),
    );
    await user.keyboard('{ArrowDown}{Enter}');
  }
  expect(chips()).toEqual(['Tower 12', 'Tower 3']);
  expect(screen.getByText('2 of 10 chosen')).toBeTruthy();
  await user.keyboard('{Escape}');
  await user.click(screen.getByRole('button', { name: 'Create Weekly rotation' }));
  // The week is the next free one, as no rotation has it.
  await waitFor(() =>
    expect(sent).toEqual([{ name: 'B', weekStart: expect.any(String), projectIds: [id(12), id(3)] }]),
  );
  const [{ weekStart }] = sent as [{ weekStart: string }];
  expect(new Date(weekStart).getUTCDay()).toBe(1);
});

test('ten are enough: an eleventh is not offered, and Enter sends nothing, until one is removed', async () => {
  const sent: unknown[] = [];
  serve(sent);
  referred(10);
  const { user } = open(`/backoffice/rotations/${ROTATION}`, MAY);
  const box = await screen.findByRole('combobox', { name: 'Projects' });
  expect(chips()).toHaveLength(10);
  await user.click(box);
  await user.keyboard('11{Enter}');
  expect(
    within(screen.getByRole('combobox', { name: 'Projects' }).closest('form') as HTMLElement).queryByRole('listbox'),
  ).toBeNull();
  expect(screen.getAllByText('At most 10. Remove one to choose another.').length).toBeGreaterThan(0);
  expect(sent).toEqual([]);
  await user.clear(box);
  await user.keyboard('{Backspace}');
  expect(chips()).toHaveLength(9);
  await user.keyboard('{Escape}');
  expect(screen.getByText('Unsaved changes: Projects')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Save Changes' }));
  await waitFor(() => expect(sent).toEqual([{ projectIds: projects.slice(0, 9).map(({ _id: one }) => one) }]));
});

test('a server error about one of them is shown at the field', async () => {
  serve([]);
  referred(2);
  server.use(
    http.patch(`/api/backoffice/projects/weekly-rotations/${ROTATION}`, () =>
      refusal(422, {
        detail: 'Some fields are not valid',
        errors: [{ pointer: '/projectIds/1', message: 'There is no such project' }],
      }),
    ),
  );
  const { user } = open(`/backoffice/rotations/${ROTATION}`, MAY);
  await user.type(await screen.findByLabelText('Name'), 's');
  await user.click(screen.getByRole('button', { name: 'Save Changes' }));
  expect(await screen.findByText('There is no such project')).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Projects' }));
});

test('a record lists them by name, in order, each linked to its record', async () => {
  serve([]);
  referred(3);
  open(`/backoffice/rotations/${ROTATION}/show`, MAY);
  const list = (await screen.findByText('Tower 1')).closest('ol') as HTMLElement;
  expect(
    within(list)
      .getAllByRole('link')
      .map((link) => [link.textContent, link.getAttribute('href')]),
  ).toEqual([1, 2, 3].map((number) => [`Tower ${number}`, `/backoffice/projects/${id(number)}/show`]));
});
