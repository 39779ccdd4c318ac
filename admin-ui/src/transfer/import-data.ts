// The request of an import.
import { authorizedFetch, problemOf } from '@mizan/ui-kit/http';
import type { ChangeSet } from '../data/change-sets.ts';
import { answered, keyed } from '../data/data-provider.ts';
import type { Resource } from '../document/resources.ts';
import type { ImportReport } from './report.ts';
import { mappedText, type Mapping } from './source-table.ts';
import type { Chosen } from './writing.ts';

/** The server's limit, checked before anything is sent. */
export const LARGEST_FILE = 50 * 1024 * 1024;

export const EXISTING = ['error', 'skip', 'update'] as const;
export const REPEATED = ['error', 'first', 'last'] as const;
export const EMPTY = ['clear', 'keep'] as const;

export interface ImportOptions {
  existing: (typeof EXISTING)[number];
  repeated: (typeof REPEATED)[number];
  empty: (typeof EMPTY)[number];
  /** How the file is written, where it is not to be guessed. */
  writing: Chosen;
  /** What the columns of a text are; without it the server reads their names. */
  mapping?: Mapping | undefined;
}

export async function importFile(
  resource: Resource,
  file: File,
  options: ImportOptions,
  dryRun: boolean,
  signal: AbortSignal,
  key?: string,
): Promise<ImportReport> {
  const response = await send(resource, file, options, { dryRun: String(dryRun) }, { signal, headers: keyed(key) });
  return answered(response, (await response.json()) as ImportReport);
}

/** Plans the import as a change set, without writing any record. Rows with errors are corrected there. */
export async function planImport(
  resource: Resource,
  file: File,
  options: ImportOptions,
  key: string,
): Promise<ChangeSet> {
  const response = await send(resource, file, options, { plan: 'true' }, { headers: keyed(key) });
  return (await response.json()) as ChangeSet;
}

async function send(
  resource: Resource,
  file: File,
  { existing, repeated, empty, writing, mapping }: ImportOptions,
  how: Record<string, string>,
  init: RequestInit,
): Promise<Response> {
  const operation = resource.operations.import;
  if (!operation) throw new Error(`${resource.label} do not offer import.`);
  const body = new FormData();
  const text = mapping && mappedText(mapping);
  body.append('file', text === undefined ? file : new Blob([text], { type: file.type }), file.name);
  for (const [part, value] of Object.entries(writing)) if (value !== undefined) body.append(part, value);
  const query = new URLSearchParams({ ...how, existing, repeated, empty });
  const response = await authorizedFetch(`${operation.path}?${query}`, {
    ...init,
    method: operation.method.toUpperCase(),
    body,
  });
  if (!response.ok) throw await problemOf(response);
  return response;
}
