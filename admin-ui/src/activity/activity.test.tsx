// The activity of a record: comments with mentions, files, and versions as one story.
import described from '@mizan/openapi/mizan.json?raw';
import type { ApiDocument } from '@mizan/openapi/document';
import { toast } from '@mizan/ui-kit/toaster';
import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import { beServed, open, page, refusal, server } from '../app.fixture.tsx';
import { serveEvents } from '../app.with-events.fixture.ts';

const ID = '0123456789abcdef01234568';
const OWN = '0123456789abcdef01234567';
const COMPANY = `/api/backoffice/companies/${ID}`;
const ACTIVITY = `/backoffice/companies/${ID}/activity`;
const MAY = { backoffice: ['enter'], companies: ['read', 'update', 'history'] };
const layla = { id: OWN, name: 'Layla Haddad' };
const omar = { id: 'omar', name: 'Omar Saleh' };

const comment = (id: string, by: typeof layla, text: string, createdAt: string) => ({
  _id: id,
  text,
  mentions: [],
  by,
  createdAt,
  editedAt: null,
});
const file = {
  _id: 'f1',
  name: 'deed.pdf',
  type: 'application/pdf',
  size: 2_411_724,
  by: omar,
  createdAt: '2026-11-20T09:00:00Z',
};

let comments: ReturnType<typeof comment>[];
let files: (typeof file)[];
let sent: { method: string; path: string; body: unknown }[];

beServed();
beforeEach(() => {
  toast.removeAll();
  comments = [
    comment('c1', omar, 'Who owns it?', '2026-11-20T08:00:00Z'),
    comment('c2', layla, 'We do.', '2026-11-20T10:00:00Z'),
  ];
  files = [file];
  sent = [];
  serveEvents();
  const noted = async (request: Request, path: string, body = true) => {
    sent.push({ method: request.method, path, body: body ? await request.json() : undefined });
    return new HttpResponse(null, { status: 204 });
  };
  server.use(
    http.get(COMPANY, () => HttpResponse.json({ _id: ID, name: 'Lulwa' })),
    http.get(`${COMPANY}/history`, () =>
      HttpResponse.json({
        items: [
          {
            version: 1,
            action: 'create',
            at: '2026-11-20T07:00:00Z',
            actor: omar,
            request: null,
            before: null,
            after: { _id: ID, name: 'Lulwa' },
            changed: ['name'],
          },
        ],
        total: 1,
      }),
    ),
    http.get(`${COMPANY}/comments/people`, ({ request }) => {
      const search = new URL(request.url).searchParams.get('search') ?? '';
      return HttpResponse.json({
        items: [omar, { id: 'sara', name: 'Sara Nasser' }].filter(({ name }) => name.toLowerCase().includes(search)),
      });
    }),
    http.get(`${COMPANY}/comments`, () => page(comments)),
    http.get(`${COMPANY}/files`, () => page(files)),
    http.post(`${COMPANY}/comments`, async ({ request }) => {
      const answer = await noted(request, 'comments');
      comments.push(comment('c3', layla, 'New', '2026-11-20T11:00:00Z'));
      return answer;
    }),
    http.patch(`${COMPANY}/comments/:id`, ({ request, params }) => noted(request, `comments/${String(params['id'])}`)),
    http.delete(`${COMPANY}/comments/:id`, ({ request, params }) => {
      comments = comments.filter(({ _id }) => _id !== params['id']);
      return noted(request, `comments/${String(params['id'])}`, false);
    }),
    http.delete(`${COMPANY}/files/:id`, ({ request, params }) => {
      files = [];
      return noted(request, `files/${String(params['id'])}`, false);
    }),
  );
});

async function opened(may: Record<string, string[]> = MAY) {
  const result = open(ACTIVITY, may);
  await screen.findByRole('list', { name: 'Comments, files and versions, the newest first' });
  return result;
}
const story = () => screen.getByRole('list', { name: 'Comments, files and versions, the newest first' });
const entries = () => Array.from(story().children, (one) => one.querySelector('p')?.textContent);

test('comments, files and versions are one story, the newest first', async () => {
  await opened();
  expect(entries()).toEqual([
    'Layla Haddad commented',
    'Omar Saleh added deed.pdf',
    'Omar Saleh commented',
    'Omar Saleh created it',
  ]);
  expect(screen.getByRole('link', { name: 'Activity' }).getAttribute('aria-current')).toBe('page');
});

test('a user without the history reads comments and files', async () => {
  await opened({ backoffice: ['enter'], companies: ['read'] });
  expect(entries()).toHaveLength(3);
  expect(screen.queryByRole('button', { name: 'Add files' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Delete deed.pdf' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Download deed.pdf' })).toBeTruthy();
});

test('a colleague is mentioned by keyboard, and the comment is sent with Control and Enter', async () => {
  const { user } = await opened();
  await user.click(screen.getByRole('textbox', { name: 'Write a comment' }));
  await user.keyboard('Ask @');
  const list = await screen.findByRole('listbox', { name: 'Colleagues' });
  expect(within(list).getAllByRole('option')).toHaveLength(2);
  await user.keyboard('{ArrowDown}');
  expect(within(list).getByRole('option', { selected: true }).textContent).toBe('Sara Nasser');
  await user.keyboard('om');
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1));
  await user.keyboard('{Enter}please{Control>}{Enter}{/Control}');
  await waitFor(() => expect(entries()).toHaveLength(5));
  expect(sent).toEqual([
    { method: 'POST', path: 'comments', body: { text: 'Ask @Omar Saleh please', mentions: ['omar'] } },
  ]);
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Write a comment' }).value).toBe('');
});

test('what is typed while a comment is sent stays', async () => {
  let answer = (): void => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  server.use(
    http.post(`${COMPANY}/comments`, async () => {
      await answered;
      comments.push(comment('c3', layla, 'First', '2026-11-20T11:00:00Z'));
      return new HttpResponse(null, { status: 204 });
    }),
  );
  const { user } = await opened();
  const box = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Write a comment' });
  await user.type(box, 'First{Control>}{Enter}{/Control}');
  await user.type(box, ' and second');
  answer();
  await waitFor(() => expect(entries()).toHaveLength(5));
  expect(box.value).toBe('First and second');
});

test('Escape closes the list and leaves the text', async () => {
  const { user } = await opened();
  await user.click(screen.getByRole('textbox', { name: 'Write a comment' }));
  await user.keyboard('@s');
  await screen.findByRole('listbox');
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('listbox')).toBeNull();
  expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe('@s');
});

test('a rejected comment stays, with the message', async () => {
  const errors = [{ pointer: '/mentions/0', message: 'Sara Nasser may not read this record.' }];
  server.use(http.post(`${COMPANY}/comments`, () => refusal(422, { errors })));
  const { user } = await opened();
  await user.type(screen.getByRole('textbox', { name: 'Write a comment' }), 'Hello');
  await user.click(screen.getByRole('button', { name: 'Comment' }));
  expect((await screen.findByRole('alert')).textContent).toBe('Sara Nasser may not read this record.');
  expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe('Hello');
});

test('only own comments are edited and deleted', async () => {
  const { user } = await opened();
  const [own, , theirs] = story().children;
  expect(within(theirs as HTMLElement).queryByRole('button')).toBeNull();
  await user.click(within(own as HTMLElement).getByRole('button', { name: 'Edit' }));
  const box = screen.getByRole('textbox', { name: 'Edit your comment' });
  expect(document.activeElement).toBe(box);
  await user.clear(box);
  await user.type(box, 'We do, since May.');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(sent).toEqual([{ method: 'PATCH', path: 'comments/c2', body: { text: 'We do, since May.', mentions: [] } }]),
  );
});

test('a comment is deleted after a question', async () => {
  const { user } = await opened();
  await user.click(within(story().children[0] as HTMLElement).getByRole('button', { name: 'Delete' }));
  const dialog = await screen.findByRole('dialog', { name: 'Delete your comment?' });
  await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
  await screen.findByText('Comment deleted');
  await waitFor(() => expect(entries()).toHaveLength(3));
});

test('a file is deleted after a question that names it', async () => {
  const { user } = await opened();
  expect(screen.getByText('2.3 MB')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Delete deed.pdf' }));
  const dialog = await screen.findByRole('dialog', { name: 'Delete this file?' });
  expect(dialog.textContent).toContain('deed.pdf can then not be downloaded');
  await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
  await screen.findByText('deed.pdf deleted');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Download deed.pdf' })).toBeNull());
});

test('files are added one after the other, and a rejected one stays with the reason', async () => {
  server.use(
    http.post(`${COMPANY}/files`, async ({ request }) => {
      const { name } = (await request.formData()).get('file') as File;
      if (name === 'page.pdf') return refusal(422, { errors: [{ pointer: '/file', message: 'Not a PDF.' }] });
      files = [...files, { ...file, _id: 'f2', name }];
      return HttpResponse.json(files[1], { status: 201 });
    }),
  );
  const { user } = await opened();
  const chooser = document.querySelector<HTMLInputElement>('input[type="file"]');
  await user.upload(chooser as HTMLInputElement, [new File(['x'], 'plan.pdf'), new File(['y'], 'page.pdf')]);
  await screen.findByText('Not a PDF.');
  expect(await screen.findByRole('button', { name: 'Download plan.pdf' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Dismiss page.pdf' }));
  expect(screen.queryByText('Not a PDF.')).toBeNull();
});

test('a resource whose document has neither comments nor files has no such tab', async () => {
  const document = JSON.parse(described) as ApiDocument;
  const without = Object.entries(document.paths).filter(([path]) => !/developers\/\{id\}\/(comments|files)/.test(path));
  server.use(
    http.get('/api/openapi.json', () => HttpResponse.json({ ...document, paths: Object.fromEntries(without) })),
    http.get('/api/backoffice/developers/:id', () => HttpResponse.json({ _id: ID, name: 'Lulwa' })),
  );
  open(`/backoffice/developers/${ID}/activity`, { backoffice: ['enter'], developers: ['read'] });
  expect(await screen.findByRole('heading', { name: 'Page Not Found' })).toBeTruthy();
});
