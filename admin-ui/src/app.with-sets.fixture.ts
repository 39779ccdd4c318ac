// A document with the operations that undo, the trash, change sets and duplicates need, also where the checked in one lacks them.
import text from '@mizan/openapi/mizan.json?raw';
import type { ApiDocument, DocumentOperation } from '@mizan/openapi/document';
import { http, HttpResponse } from 'msw';
import { server } from './app.fixture.tsx';

const COMPANIES = '/api/backoffice/companies';

const operation = (operationId: string, permission: string): DocumentOperation => ({
  operationId,
  'x-permission': permission,
});

/** Serves it, with these operations undoable. */
export function serveDocument(undoable: string[] = []): void {
  const document = JSON.parse(text) as ApiDocument;
  for (const item of Object.values(document.paths))
    for (const one of Object.values(item))
      if (undoable.includes(one.operationId)) one['x-undoable'] = true;
      else delete one['x-undoable'];
  Object.assign(document.paths, {
    [`${COMPANIES}/deleted`]: { get: operation('company_deleted', 'companies:history') },
    [`${COMPANIES}/duplicates`]: { get: operation('company_duplicates', 'companies:read') },
    '/api/backoffice/change-sets': { post: operation('change_set_create', 'signed-in') },
  });
  server.use(http.get('/api/openapi.json', () => HttpResponse.json(document as object)));
}
