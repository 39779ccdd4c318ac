// Long work is done by the server as a job. The page that asked for a job follows its progress; any other page finds the
// same job, also after a reload.
import { asProblem, authorizedFetch, ProblemError, problemOf } from '@mizan/ui-kit/http';
import { useSyncExternalStore } from 'react';
import { api } from '../paths.ts';
import type { Values } from './changes.ts';
import { answered } from './data-provider.ts';

export interface Job {
  id: string;
  kind: 'import' | 'plan' | 'apply' | 'undo' | 'export';
  resource: string | null;
  changeSet: string | null;
  state: 'running' | 'done' | 'failed';
  stage: 'planning' | 'writing';
  done: number;
  /** Null while it is not known. */
  total: number | null;
  createdAt: string;
  endedAt: string | null;
  status: number | null;
  /** Where what it made is, as a path of the API. */
  location: string | null;
  /** Only of a job that was asked for by itself. */
  answer: Values | null;
  file: { name: string; type: string; size: number } | null;
}

/** How far a job is, between 0 and 1; undefined while that is not known. */
export const partDone = ({ done, total }: Job): number | undefined => (total ? Math.min(done / total, 1) : undefined);

/** Milliseconds between the first questions, and between all later ones. */
const FIRST = [100, 150, 250, 500];
const LATER = 1000;

/** Statuses after which the next question may be answered. */
const PASSING = new Set([0, 429, 502, 503, 504]);

interface Served extends Omit<Job, 'id'> {
  _id: string;
}

const jobOf = ({ _id: id, ...job }: Served): Job => ({ ...job, id });

let jobs: Job[] = [];
const listeners = new Set<() => void>();
const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

function change(next: Job[]): void {
  jobs = next;
  for (const listener of listeners) listener();
}

/** Takes over what is known of a job; a job without its answer says no less of it than before. */
function note(job: Job): void {
  const known = jobs.some(({ id }) => id === job.id);
  change(known ? jobs.map((one) => (one.id === job.id ? job : one)) : [job, ...jobs]);
}

/** The jobs of the user that are known to the page, the newest first. */
export const useJobs = (): Job[] => useSyncExternalStore(subscribe, () => jobs);

/** The job that applies or undoes a change set at the moment. */
export const useJobOfSet = (set: string): Job | undefined =>
  useJobs().find(({ changeSet, state }) => changeSet === set && state === 'running');

/** For another user. */
export const forgetJobs = (): void => change([]);

/** Reads the newest jobs. */
export async function readJobs(signal?: AbortSignal): Promise<void> {
  const response = await authorizedFetch(`${api.jobs}?limit=10`, { signal: signal ?? null });
  if (response.ok) change(((await response.json()) as { items: Served[] }).items.map(jobOf));
}

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

async function readJob(id: string): Promise<Job> {
  const response = await authorizedFetch(`${api.jobs}/${id}`);
  if (!response.ok) throw await problemOf(response);
  return jobOf((await response.json()) as Served);
}

/** The jobs that the page follows at the moment. */
const followed = new Set<string>();

/** Follows a job that another page began, or this one before it was loaded again; not one that is followed already. */
export const followOther = (id: string): void => {
  if (!followed.has(id)) followJob(id).catch(() => {});
};

async function followJob(id: string, onStep?: (job: Job) => void): Promise<Job> {
  followed.add(id);
  try {
    return await ended(id, onStep);
  } finally {
    followed.delete(id);
  }
}

/** Asks again and again how far a job is, until it has ended. */
async function ended(id: string, onStep?: (job: Job) => void): Promise<Job> {
  for (let turn = 0; ; turn += 1) {
    // One question after the other.
    // oxlint-disable-next-line no-await-in-loop
    await pause(FIRST[turn] ?? LATER);
    try {
      // oxlint-disable-next-line no-await-in-loop
      const job = await readJob(id);
      note(job);
      onStep?.(job);
      if (job.state !== 'running') return job;
    } catch (error) {
      // The work goes on while the network is away.
      if (!PASSING.has(asProblem(error).status)) throw error;
    }
  }
}

/** Sends a request whose work is done as a job, and follows it. */
async function beginJob(path: string, init: RequestInit, onStep?: (job: Job) => void): Promise<[Response, Job | null]> {
  const headers = new Headers(init.headers);
  headers.set('Prefer', 'respond-async');
  const response = await authorizedFetch(path, { ...init, headers });
  if (!response.ok) throw await problemOf(response);
  // Some work is done at once all the same.
  if (!response.headers.has('Preference-Applied')) return [response, null];
  const begun = jobOf((await response.json()) as Served);
  note(begun);
  onStep?.(begun);
  const job = await followJob(begun.id, onStep);
  if (job.state === 'failed') throw new ProblemError({ ...job.answer, status: job.status ?? 0 });
  return [response, job];
}

/**
 * Sends a request whose work may take long, and resolves with its answer. A rejection is thrown as the server's problem
 * document.
 */
export async function sendLong<Answer extends object>(
  path: string,
  init: RequestInit,
  onStep?: (job: Job) => void,
): Promise<Answer> {
  const [response, job] = await beginJob(path, init, onStep);
  return answered(response, (job ? job.answer : await response.json()) as Answer);
}

/** Has a file made by a job, and reads it. */
export async function makeFile(path: string): Promise<Blob> {
  const [response, job] = await beginJob(path, {});
  return job ? readFile(job.id) : response.blob();
}

/** Reads why a job failed. */
export async function readAnswer(id: string): Promise<string> {
  const { answer } = await readJob(id);
  return typeof answer?.['detail'] === 'string' ? answer['detail'] : '';
}

/** Reads the file that a job made. */
export async function readFile(id: string): Promise<Blob> {
  const response = await authorizedFetch(`${api.jobs}/${id}/file`);
  if (!response.ok) throw await problemOf(response);
  return response.blob();
}
