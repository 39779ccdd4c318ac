// The contexts of react-admin around a module's components, and react-admin components that use them.
import text from '@mizan/openapi/mizan.json?raw';
import type { ApiDocument } from '@mizan/openapi/document';
import { session } from '@mizan/ui-kit/session';
import { Toaster } from '@mizan/ui-kit/toaster';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import {
  DateField,
  DeleteButton,
  ListButton,
  Pagination,
  ReferenceField,
  TextInput,
  useListContext,
  useNotify,
  useRecordContext,
  useResourceContext,
  useShowContext,
  useUpdate,
  type RaRecord,
} from 'react-admin';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, onTestFinished, test, vi } from 'vitest';
import { App } from '../app.tsx';
import { beServed, page, server } from '../app.fixture.tsx';
import { loadTexts } from '../data/i18n-provider.ts';
import { readResources } from '../document/resources.ts';
import { ListContexts } from '../list/list-contexts.tsx';
import { useResourceNamed } from '../document/context.tsx';
import { UNDOABLE } from '../frame/notifications.tsx';
import { FieldForm } from '../form/dialogs-lazy.ts';
import { defineModule } from './define.ts';
import type { ModulePart } from './slots.ts';
import type { InputProps, ModuleUi } from './types.ts';

const PROJECTS = '/api/backoffice/projects';
const id = (number: number): string => number.toString(16).padStart(24, '0');
const project = (number: number) => ({
  _id: id(number),
  name: `Project ${number}`,
  location: 'Dubai Marina',
  developer: { _id: id(900), name: 'Lulwa' },
  createdAt: '2026-03-09T10:00:00Z',
});

beServed();

async function openWith(ui: ModuleUi, path: string) {
  const permissions = [
    { resource: 'backoffice', actions: ['enter'] },
    { resource: 'analytics', actions: ['enter'] },
    { resource: 'projects', actions: ['read', 'update', 'delete', 'export'] },
    { resource: 'developers', actions: ['read'] },
    { resource: 'filter-definitions', actions: ['read'] },
  ];
  const user = { id: id(1), firstName: 'Layla', lastName: 'Haddad', email: 'layla@demo.test' };
  server.use(http.get('/api/auth/me', () => HttpResponse.json({ user, roles: [], permissions })));
  await session.start();
  const app = (
    <App
      resources={readResources(JSON.parse(text) as ApiDocument)}
      analytics={undefined}
      modules={[{ name: 'mine', ui } as ModulePart]}
      texts={await loadTexts()}
    />
  );
  const router = createMemoryRouter([{ path: '*', element: app }], { initialEntries: [path] });
  render(
    <>
      <RouterProvider router={router} />
      <Toaster />
    </>,
  );
  return { address: () => router.state.location.pathname + router.state.location.search, user: userEvent.setup() };
}

function ListProbe() {
  const list = useListContext();
  const record = useRecordContext();
  const of = `${useResourceContext()} ${record?.['name']}`;
  return (
    <>
      <output aria-label={`List of ${of}`}>
        {JSON.stringify([list.total, list.page, list.perPage, list.sort, list.filterValues, list.selectedIds])}
      </output>
      <button type="button" onClick={() => list.setSort({ field: 'name', order: 'DESC' })}>
        sort by {record?.['name']}
      </button>
      <button type="button" onClick={() => list.setFilters({ q: 'marina', projectType: 'Villa' })}>
        filter by {record?.['name']}
      </button>
      <button type="button" onClick={() => list.onToggleItem(record?.id ?? '')}>
        choose {record?.['name']}
      </button>
      <button type="button" onClick={() => list.onSelect([id(1), id(2)])}>
        choose all from {record?.['name']}
      </button>
    </>
  );
}

test('a cell finds its record, its resource and the list, which follows the address and the chosen rows', async () => {
  server.use(
    http.get(PROJECTS, () => page([project(1), project(2)])),
    http.get(`${PROJECTS}/filter-definitions`, () =>
      HttpResponse.json([
        { key: 'projectType', label: 'Type', type: 'text', operators: ['equals'], hasIndex: false, required: false },
      ]),
    ),
  );
  const { address, user } = await openWith(
    defineModule({ resources: { projects: { cells: { location: ListProbe } } } }),
    '/backoffice/projects?page=1&limit=10&sortDirection=asc',
  );
  const shownList = async () =>
    JSON.parse((await screen.findByLabelText('List of projects Project 2')).textContent ?? '');
  expect(await shownList()).toEqual([2, 1, 10, { field: 'name', order: 'ASC' }, {}, []]);

  await user.click(screen.getByRole('button', { name: 'choose Project 2' }));
  expect((await shownList())[5]).toEqual([id(2)]);
  expect(screen.getByRole('toolbar').textContent).toContain('1 of 2 row(s) selected');
  await user.click(screen.getByRole('button', { name: 'choose all from Project 1' }));
  expect((await shownList())[5]).toEqual([id(1), id(2)]);

  await user.click(screen.getByRole('button', { name: 'sort by Project 1' }));
  expect(address()).toBe('/backoffice/projects?page=1&limit=10&sortDirection=desc');
  await user.click(screen.getByRole('button', { name: 'filter by Project 1' }));
  const filters = { operator: 'AND', conditions: [{ field: 'projectType', operator: 'equals', value: 'Villa' }] };
  expect(Object.fromEntries(new URL(address(), 'http://x').searchParams)).toMatchObject({
    search: 'marina',
    filters: JSON.stringify(filters),
  });
  await waitFor(async () => expect((await shownList())[4]).toEqual({ q: 'marina', projectType: 'Villa' }));
});

test('selecting a row draws no other row again', async () => {
  server.use(http.get(PROJECTS, () => page([project(1), project(2)])));
  const drawn = new Set<string>();
  const Cell = ({ record }: { record: RaRecord<string> }) => {
    drawn.add(String(record['name']));
    return 'Drawn';
  };
  const { user } = await openWith(
    defineModule({ resources: { projects: { cells: { location: Cell } } } }),
    '/backoffice/projects?page=1&limit=10&sortDirection=asc',
  );
  await screen.findAllByText('Drawn');
  drawn.clear();
  await user.click(screen.getByRole('checkbox', { name: 'Select Project 1' }));
  await screen.findByRole('toolbar');
  expect([...drawn]).toEqual(['Project 1']);
});

test("a change by react-admin's hook is sent with the record's version and shown on its page at once", async () => {
  const sent: unknown[] = [];
  server.use(
    http.get(`${PROJECTS}/:id`, () => HttpResponse.json(project(1), { headers: { ETag: '"1"' } })),
    http.patch(`${PROJECTS}/:id`, async ({ request }) => {
      sent.push(await request.json(), request.headers.get('If-Match'));
      return HttpResponse.json({ ...project(1), name: 'Lulwa' }, { headers: { ETag: '"2"' } });
    }),
  );
  function Rename() {
    const record = useRecordContext();
    const [update] = useUpdate();
    const rename = () =>
      update('projects', { id: record?.id ?? '', data: { ...record, name: 'Lulwa' }, previousData: record });
    return (
      <button type="button" onClick={() => void rename()}>
        Rename
      </button>
    );
  }
  const { user } = await openWith(
    defineModule({
      resources: {
        projects: { widgets: [{ key: 'rename', at: 'aside', permission: 'projects:read', Widget: Rename }] },
      },
    }),
    `/backoffice/projects/${id(1)}/show`,
  );
  await user.click(await screen.findByRole('button', { name: 'Rename' }));
  expect(await screen.findByRole('heading', { name: 'Lulwa' })).toBeTruthy();
  expect(sent).toEqual([{ name: 'Lulwa' }, '"1"']);
});

test("links to a record lead to the record's own area, from any", async () => {
  server.use(http.get(PROJECTS, () => page([project(1)])));
  const Page = () => <ReferenceField record={{ id: 1, project: id(1) }} source="project" reference="projects" />;
  await openWith(
    {
      pages: [
        { area: 'analytics', path: 'board', label: 'Board', icon: () => null, permission: 'projects:read', Page },
      ],
    },
    '/analytics/board',
  );
  const link = await screen.findByRole('link', { name: 'Project 1' });
  expect(link.getAttribute('href')).toBe(`/backoffice/projects/${id(1)}/show`);
});

test("a page of a module's own has the list of its address, its pages and its notices", async () => {
  const requests: string[] = [];
  server.use(
    http.get(PROJECTS, ({ request }) => {
      requests.push(new URL(request.url).searchParams.get('page') ?? '');
      return HttpResponse.json({ items: [project(1)], total: 41, page: 1, limit: 20, totalPages: 3 });
    }),
  );
  function Board() {
    const resource = useResourceNamed('projects');
    const notify = useNotify();
    const hello = () => notify('mine.hello', { messageArgs: { name: 'Omar' } });
    return (
      resource && (
        <ListContexts resource={resource}>
          <button type="button" onClick={hello}>
            Greet
          </button>
          <Pagination rowsPerPageOptions={[20]} />
        </ListContexts>
      )
    );
  }
  const { address, user } = await openWith(
    {
      pages: [
        {
          area: 'backoffice',
          path: 'board',
          label: 'Board',
          icon: () => null,
          permission: 'projects:read',
          Page: Board,
        },
      ],
      translations: { mine: { hello: 'Good morning, %{name}' } },
    },
    '/backoffice/board',
  );
  await user.click(await screen.findByRole('button', { name: /next page/i }));
  expect(address()).toBe('/backoffice/board?page=2&limit=20&sortDirection=asc');
  await waitFor(() => expect(requests).toContain('2'));
  await user.click(screen.getByRole('button', { name: 'Greet' }));
  expect(await screen.findByText('Good morning, Omar')).toBeTruthy();
});

test('a page that needs what the visitor may not do is not there', async () => {
  const Page = () => <p>Secret</p>;
  await openWith(
    {
      pages: [{ area: 'backoffice', path: 'board', label: 'Board', icon: () => null, permission: 'users:lock', Page }],
    },
    '/backoffice/board',
  );
  expect(await screen.findByRole('heading', { name: 'Page Not Found' })).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Board' })).toBeNull();
});

test("a part of a record's page knows the record, what it refers to, and the ways from there", async () => {
  server.use(
    http.get(`${PROJECTS}/:id`, () => HttpResponse.json(project(1))),
    http.get('/api/backoffice/developers', () => page([{ _id: id(900), name: 'Lulwa Bay Developments' }])),
  );
  function Probe() {
    const { record, resource } = useShowContext();
    return (
      <section aria-label={`Part of ${resource} ${record?.['name']}`}>
        <DateField source="createdAt" locales="en-GB" />
        <ReferenceField source="developer._id" reference="developers" link="show" />
        <ListButton />
      </section>
    );
  }
  await openWith(
    defineModule({ resources: { projects: { cells: { location: Probe } } } }),
    `/backoffice/projects/${id(1)}/show`,
  );
  const part = within(await screen.findByRole('region', { name: 'Part of projects Project 1' }));
  expect(part.getByText('09/03/2026')).toBeTruthy();
  const link = await part.findByRole('link', { name: 'Lulwa Bay Developments' });
  expect(link.getAttribute('href')).toBe(`/backoffice/developers/${id(900)}/show`);
  expect((await part.findByRole('link', { name: 'List' })).getAttribute('href')).toBe('/backoffice/projects');
});

test('an undoable action runs unless it is undone', async () => {
  const deleted: string[] = [];
  server.use(
    http.get(PROJECTS, () => page([project(1), project(2)])),
    http.delete(`${PROJECTS}/:id`, ({ params }) => {
      deleted.push(String(params['id']));
      return new HttpResponse(null, { status: 204 });
    }),
  );
  const { user } = await openWith(
    defineModule({
      resources: {
        projects: { cells: { location: () => <DeleteButton redirect={false} successMessage="Project deleted" /> } },
      },
    }),
    '/backoffice/projects?page=1&limit=10&sortDirection=asc',
  );
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  const remove = async (name: string) => {
    const row = (await screen.findByRole('link', { name })).closest('tr') as HTMLElement;
    await user.click(await within(row).findByRole('button', { name: 'Delete' }));
  };
  await remove('Project 1');
  await user.click(await screen.findByRole('button', { name: /Undo/ }));
  await remove('Project 2');
  await screen.findByRole('button', { name: /Undo/ });
  await vi.advanceTimersByTimeAsync(UNDOABLE);
  await waitFor(() => expect(deleted).toEqual([id(2)]));
});

test('an input of react-admin is a field of a form that is drawn from the schema', async () => {
  const sent: unknown[] = [];
  server.use(
    http.get(`${PROJECTS}/:id`, () => HttpResponse.json(project(1), { headers: { ETag: '"1"' } })),
    http.patch(`${PROJECTS}/:id`, async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json(project(1), { headers: { ETag: '"2"' } });
    }),
  );
  const Location = (props: InputProps<string>) => (
    <FieldForm {...props} source="location">
      <TextInput id={props.id} source="location" label={false} helperText={false} />
    </FieldForm>
  );
  const { user } = await openWith(
    defineModule({ resources: { projects: { inputs: { location: Location } } } }),
    `/backoffice/projects/${id(1)}`,
  );
  const input = await screen.findByDisplayValue('Dubai Marina');
  await user.clear(input);
  await user.type(input, 'Deira');
  await user.click(screen.getByRole('button', { name: 'Save Changes' }));
  await waitFor(() => expect(sent).toEqual([{ location: 'Deira' }]));
});
