// The request of an import.
import { authorizedFetch, problemOf } from '@mizan/ui-kit/http';
import type { ChangeSet } from '../data/change-sets.ts';
import { keyed } from '../data/data-provider.ts';
import { sendLong, type Job } from '../data/jobs.ts';
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

/** Checks a file, and writes nothing. */
export async function checkFile(
  resource: Resource,
  file: File,
  options: ImportOptions,
  signal: AbortSignal,
): Promise<ImportReport> {
  const [path, init] = requestOf(resource, file, options, { dryRun: 'true' });
  const response = await authorizedFetch(path, { ...init, signal });
  if (!response.ok) throw await problemOf(response);
  return (await response.json()) as ImportReport;
}

/** Imports a file as a job. */
export function importFile(
  resource: Resource,
  file: File,
  options: ImportOptions,
  key: string,
  onStep: (job: Job) => void,
): Promise<ImportReport> {
  const [path, init] = requestOf(resource, file, options, {});
  return sendLong<ImportReport>(path, { ...init, headers: keyed(key) }, onStep);
}

/** Plans the import as a change set, without writing any record. Rows with errors are corrected there. */
export function planImport(
  resource: Resource,
  file: File,
  options: ImportOptions,
  key: string,
  onStep: (job: Job) => void,
): Promise<ChangeSet> {
  const [path, init] = requestOf(resource, file, options, { plan: 'true' });
  return sendLong<ChangeSet>(path, { ...init, headers: keyed(key) }, onStep);
}

function requestOf(
  resource: Resource,
  file: File,
  { existing, repeated, empty, writing, mapping }: ImportOptions,
  how: Record<string, string>,
): [path: string, init: RequestInit] {
  const operation = resource.operations.import;
  if (!operation) throw new Error(`${resource.label} do not offer import.`);
  const body = new FormData();
  const text = mapping && mappedText(mapping);
  body.append('file', text === undefined ? file : new Blob([text], { type: file.type }), file.name);
  for (const [part, value] of Object.entries(writing)) if (value !== undefined) body.append(part, value);
  const query = new URLSearchParams({ ...how, existing, repeated, empty });
  return [`${operation.path}?${query}`, { method: operation.method.toUpperCase(), body }];
}
