// Picking a record of another resource, with a unit's project as the example.
import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, test } from 'vitest';
import { beServed, open, page, server } from '../app.fixture.tsx';
import { partsOf } from './highlighted.tsx';

const READ = { backoffice: ['enter'], units: ['read', 'create', 'update'], projects: ['read'], developers: ['read'] };
const CREATE = { ...READ, projects: ['read', 'create'] };

const id = (number: number): string => number.toString(16).padStart(24, '0');
const project = (number: number, name: string) => ({
  _id: id(number),
  name,
  location: 'Dubai Marina',
  developer: { _id: id(90), name: 'Emaar' },
  createdAt: '2026-11-20T08:00:00Z',
  updatedAt: '2026-11-20T08:00:00Z',
});

/** Returns these projects for every search, with this `total`, and records the requests. */
function serve(projects: object[], total = projects.length): URLSearchParams[] {
  const requests: URLSearchParams[] = [];
  server.use(
    http.get('/api/backoffice/projects', ({ request }) => {
      requests.push(new URL(request.url).searchParams);
      return HttpResponse.json({ items: projects, total, page: 1, limit: 30, totalPages: 1 });
    }),
    http.get('/api/backoffice/developers', () => page([{ _id: id(90), name: 'Emaar' }])),
  );
  return requests;
}

/** The options of the picker; the options of the status select are excluded. */
const offered = () => within(screen.getByRole('listbox')).getAllByRole('option');
const box = () => screen.findByRole('combobox', { name: 'Project' });

beServed();

test('the server searches, matches are highlighted, and a second line distinguishes records', async () => {
  const requests = serve([project(1, 'Lulwa Tower'), project(2, 'Lulwa Villas')], 77);
  const { user } = open('/backoffice/units/create', READ);
  await user.click(await box());
  await user.paste('marina lul');
  await waitFor(() => expect(requests.at(-1)?.get('search')).toBe('marina lul'));
  await waitFor(() => expect(offered()).toHaveLength(2));
  const [first] = offered();
  expect(first?.textContent).toBe('Lulwa Tower. Emaar · Dubai Marina');
  expect([...(first?.querySelectorAll('mark') ?? [])].map((one) => one.textContent)).toEqual(['Lul', 'Marina']);
  expect(screen.getByText('The first 2 of 77. Type to narrow down.')).toBeTruthy();
  expect(screen.queryByText(/Create project/)).toBeNull();

  await user.keyboard('{ArrowDown}{Enter}');
  expect(((await box()) as HTMLInputElement).value).toBe('Lulwa Tower');
  const link = screen.getByRole('link', { name: 'Open Lulwa Tower in a new tab' });
  expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual([
    `/backoffice/projects/${id(1)}/show`,
    '_blank',
  ]);
});

test('one that is not there yet is made over the form, and is chosen', async () => {
  serve([]);
  const sent: unknown[] = [];
  server.use(
    http.post('/api/backoffice/projects', async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json(project(7, 'Lulwa'), { status: 201 });
    }),
  );
  const { user, address } = open('/backoffice/units/create', CREATE);
  await user.click(await screen.findByLabelText('Unit number'));
  await user.paste('101');
  await user.click(await box());
  await user.paste('Lulwa');
  await screen.findByRole('option', { name: 'Create project “Lulwa”' });
  expect(screen.getByText('No projects found')).toBeTruthy();
  await user.keyboard('{ArrowDown}{Enter}');
  const dialog = within(await screen.findByRole('dialog', { name: 'Create Project' }));
  expect((dialog.getByLabelText('Project name') as HTMLInputElement).value).toBe('Lulwa');
  await user.click(dialog.getByRole('button', { name: 'Create Project' }));
  expect(await dialog.findByText('Location is required')).toBeTruthy();
  expect(sent).toEqual([]);
  await user.click(dialog.getByLabelText('Location'));
  await user.paste('Marina');
  await user.click(dialog.getByRole('combobox', { name: 'Developer' }));
  await user.click(await dialog.findByRole('option', { name: 'Emaar' }));
  await user.click(dialog.getByRole('button', { name: 'Create Project' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent).toMatchObject([{ name: 'Lulwa', location: 'Marina', developer: { _id: id(90) } }]);
  expect(((await box()) as HTMLInputElement).value).toBe('Lulwa');
  // The form below is unchanged and was not submitted.
  expect((screen.getByLabelText('Unit number') as HTMLInputElement).value).toBe('101');
  expect(address()).toBe('/backoffice/units/create');
});

test('a failed load shows an error', async () => {
  server.use(http.get('/api/backoffice/projects', () => HttpResponse.error()));
  const { user } = open('/backoffice/units/create', CREATE);
  await user.click(await box());
  expect(await screen.findByText('The projects could not be loaded.')).toBeTruthy();
  expect(screen.queryByRole('listbox')).toBeNull();
});

test('matches are highlighted anywhere, longer ones first, without pattern syntax', () => {
  const found = (text: string, search: string) =>
    partsOf(text, search).flatMap((part) => (part.found ? part.piece : []));
  expect(found('101 · Lulwa', 'lulwa 10 101')).toEqual(['101', 'Lulwa']);
  expect(found('A+ (new)', '+ (')).toEqual(['+', '(']);
  expect(found('مرسى دبي', 'دبي')).toEqual(['دبي']);
  expect(found('Marina', ' ')).toEqual([]);
});
