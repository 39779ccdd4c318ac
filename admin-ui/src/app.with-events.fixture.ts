// A document with the operations that activity, the inbox, live updates, webhooks and subscriptions need, also where the
// checked in one lacks them.
import text from '@mizan/openapi/mizan.json?raw';
import type { ApiDocument, DocumentOperation } from '@mizan/openapi/document';
import { http, HttpResponse } from 'msw';
import { server } from './app.fixture.tsx';

const operation = (operationId: string, permission: string): DocumentOperation => ({
  operationId,
  'x-permission': permission,
});

/** With them comes what these paths already have. */
export function serveEvents(): void {
  const document = JSON.parse(text) as ApiDocument;
  const company = '/api/backoffice/companies/{id}';
  const added: ApiDocument['paths'] = {
    [`${company}/comments`]: {
      get: operation('company_comments', 'companies:read'),
      post: operation('company_comment_create', 'companies:read'),
    },
    [`${company}/comments/people`]: { get: operation('company_comment_people', 'companies:read') },
    [`${company}/comments/{commentId}`]: {
      patch: operation('company_comment_update', 'companies:read'),
      delete: operation('company_comment_delete', 'companies:read'),
    },
    [`${company}/files`]: {
      get: operation('company_files', 'companies:read'),
      post: operation('company_file_create', 'companies:update'),
    },
    [`${company}/files/{fileId}`]: {
      get: operation('company_file', 'companies:read'),
      delete: operation('company_file_delete', 'companies:update'),
    },
    [`${company}/deliveries`]: { get: operation('company_deliveries', 'companies:read') },
    [`${company}/deliveries/{deliveryId}/replay`]: { post: operation('company_replay', 'companies:update') },
    '/api/inbox': { get: operation('inbox_list', 'signed-in') },
    '/api/inbox/read': { post: operation('inbox_read', 'signed-in') },
    '/api/backoffice/live': { get: operation('live', 'backoffice:enter') },
    '/api/backoffice/saved-filters/{id}/subscriptions': {
      get: operation('filter_subscriptions', 'signed-in'),
      post: operation('filter_subscription_create', 'signed-in'),
    },
  };
  for (const [path, item] of Object.entries(added)) document.paths[path] = { ...document.paths[path], ...item };
  server.use(
    http.get('/api/openapi.json', () => HttpResponse.json(document as object)),
    http.get('/api/inbox', () => HttpResponse.json({ items: [], total: 0, totalPages: 0, unread: 0 })),
    // It is about to stop: the client comes again later.
    http.get('/api/backoffice/live', () => new HttpResponse(null, { status: 503 })),
  );
}
