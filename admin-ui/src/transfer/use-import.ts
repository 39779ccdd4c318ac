// The state of an import: file, options, check, import, and report. A file is checked as soon as it is chosen, and again
// whenever an option changes: a check writes nothing.
import { asProblem } from '@mizan/ui-kit/http';
import { useIntent } from '@mizan/ui-kit/intent';
import { m } from '@mizan/ui-kit/messages';
import { useEffect, useRef, useState } from 'react';
import type { Job } from '../data/jobs.ts';
import { useRecordCache } from '../data/record.ts';
import { useUndoToast } from '../data/undo-toast.ts';
import { idOf, type Resource } from '../document/resources.ts';
import { useNavigateHere } from '../frame/use-navigate-here.ts';
import { paths } from '../paths.ts';
import { checkFile, importFile, LARGEST_FILE, planImport, type ImportOptions } from './import-data.ts';
import { refusedRows, type ImportReport } from './report.ts';
import { optionsBy, withColumns, type SavedMapping } from './saved-mappings.ts';
import { readMapping, type Known } from './source-table.ts';
import type { Writing } from './writing.ts';

export type Reported = { kind: 'checked' | 'refused' | 'done'; report: ImportReport };

export type Phase =
  | { kind: 'waiting' }
  /** With the former report, when only an option has changed. */
  | { kind: 'checking'; before?: Reported | undefined }
  | { kind: 'importing' }
  /** Its changes are planned, to be looked at. */
  | { kind: 'planning' }
  | Reported;

const WAITING: Phase = { kind: 'waiting' };
const USUAL: ImportOptions = { existing: 'error', repeated: 'error', empty: 'clear', writing: {} };

export interface ImportState {
  file: File | null;
  options: ImportOptions;
  /** How the file is read; undefined until the server has looked at it. */
  writing: Writing | undefined;
  phase: Phase;
  /** Why the file cannot be used, or why the server returned no report. */
  fileProblem: string | null;
  failure: string | null;
  /** The file is being imported, or its changes planned: nothing can be changed. */
  busy: boolean;
  /** The work of the server, while it is busy. */
  job: Job | undefined;
  /** Rises with every result that the user should be led to. */
  results: number;
  take: (files: FileList | File[] | null) => Promise<void>;
  drop: () => void;
  /** `leads`: the change was made where its result is. */
  choose: (options: ImportOptions, leads?: boolean) => void;
  /** The saved mapping that files are imported by, until another choice. */
  saved: SavedMapping | undefined;
  apply: (saved: SavedMapping) => void;
  check: () => void;
  run: () => Promise<void>;
  /** Plans the changes, and opens the screen that shows them. */
  look: () => Promise<void>;
}

export const isReported = (phase: Phase): phase is Reported => 'report' in phase;

/** `known` are the columns of the resource, which those of a file are guessed by. */
export function useImport(resource: Resource, known: Known): ImportState {
  const cache = useRecordCache(resource);
  const navigate = useNavigateHere();
  const notify = useUndoToast(resource);
  const [file, setFile] = useState<File | null>(null);
  const [options, setOptions] = useState<ImportOptions>(USUAL);
  const [writing, setWriting] = useState<Writing>();
  const [phase, setPhase] = useState<Phase>(WAITING);
  const [fileProblem, setFileProblem] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [results, setResults] = useState(0);
  const [job, setJob] = useState<Job>();
  const [saved, setSaved] = useState<SavedMapping>();
  const checking = useRef<AbortController | null>(null);
  const running = useRef(false);
  const intent = useIntent();
  const taken = useRef(0);
  /** The options as they are now, also while a file is read. */
  const latest = useRef(options);
  const change = (next: ImportOptions) => {
    latest.current = next;
    setOptions(next);
  };
  // A check is aborted on unmount; an import is not.
  useEffect(() => () => checking.current?.abort(), []);

  /** What the columns of a file are, by a saved mapping where that says so. */
  const mappingIn = async (of: File, { writing: by }: ImportOptions, { mapping }: Partial<SavedMapping> = {}) => {
    const guessed = await readMapping(of, by, known);
    return guessed && withColumns(guessed, mapping?.columns);
  };

  const begin = (next: Phase) => {
    checking.current?.abort();
    setFailure(null);
    setPhase(next);
  };
  const lead = () => setResults((count) => count + 1);

  const end = (error: unknown, dryRun: boolean) => {
    const errors = refusedRows(error);
    setPhase(errors ? { kind: 'refused', report: { created: 0, updated: 0, skipped: 0, errors } } : WAITING);
    setFailure(errors ? null : failureMessage(error, dryRun));
  };

  const check = async (of: File, by: ImportOptions, leads: boolean, before?: Reported) => {
    begin({ kind: 'checking', before });
    const { signal } = (checking.current = new AbortController());
    try {
      const report = await checkFile(resource, of, by, signal);
      if (signal.aborted) return;
      setWriting(report.writing);
      setPhase({ kind: 'checked', report });
    } catch (error) {
      if (signal.aborted) return;
      end(error, true);
    }
    if (leads) lead();
  };

  const take: ImportState['take'] = async (files) => {
    const [one, ...others] = files ?? [];
    if (!one || running.current) return;
    const message = others.length > 0 ? m.import_file_one() : problemOfFile(one);
    const turn = (taken.current += 1);
    // After an import, another file may be written in another way; a corrected one is not.
    const by = { ...options, mapping: undefined, ...(phase.kind === 'done' && { writing: {} }) };
    change(by);
    begin(WAITING);
    setFileProblem(message);
    setFile(null);
    setWriting(undefined);
    if (message) return;
    try {
      // Imports what was checked, even if the file has changed since.
      const read = new File([await one.arrayBuffer()], one.name, { type: one.type });
      const mapping = await mappingIn(read, latest.current, saved);
      if (turn !== taken.current) return;
      change({ ...latest.current, mapping });
      setFile(read);
      await check(read, latest.current, true);
    } catch {
      if (turn === taken.current) setFileProblem(m.import_file_unreadable({ name: one.name }));
    }
  };

  const run = async () => {
    if (!file || running.current) return;
    running.current = true;
    setJob(undefined);
    begin({ kind: 'importing' });
    lead();
    try {
      const what = { file: taken.current, ...comparable(options) };
      const report = await intent.send(what, (key) => importFile(resource, file, options, key, setJob));
      setPhase({ kind: 'done', report });
      const { import: imported, update, delete: remove } = resource.operations;
      notify(m.import_done_title(), report, {
        operation: report.created + report.updated > 0 ? imported : undefined,
        by: [...(report.created > 0 ? [remove] : []), ...(report.updated > 0 ? [update] : [])],
      });
      cache.invalidateAll();
      cache.many();
    } catch (error) {
      end(error, false);
    } finally {
      running.current = false;
    }
    lead();
  };

  const look = async () => {
    if (!file || running.current) return;
    running.current = true;
    setJob(undefined);
    begin({ kind: 'planning' });
    try {
      const what = { plan: taken.current, ...comparable(options) };
      const set = await intent.send(what, (key) => planImport(resource, file, options, key, setJob));
      void navigate(paths.changeSet(idOf(set)));
    } catch (error) {
      const errors = refusedRows(error);
      setPhase(errors ? { kind: 'refused', report: { created: 0, updated: 0, skipped: 0, errors } } : phase);
      setFailure(errors ? null : failureMessage(error, true));
      lead();
    } finally {
      running.current = false;
    }
  };

  return {
    file,
    options,
    writing,
    phase,
    fileProblem,
    failure,
    busy: phase.kind === 'importing' || phase.kind === 'planning',
    job,
    results,
    take,
    drop: () => {
      taken.current += 1;
      setFile(null);
      setFileProblem(null);
      setWriting(undefined);
      // Another file may be written in another way.
      change({ ...options, writing: {}, mapping: undefined });
      begin(WAITING);
    },
    choose: (next, leads = false) => {
      if (running.current) return;
      change(next);
      if (!file || phase.kind === 'done') return;
      const before = isReported(phase) ? phase : phase.kind === 'checking' ? phase.before : undefined;
      if (next.writing === options.writing) void check(file, next, leads, before);
      else {
        // Read in another way, it may have other columns.
        void mappingIn(file, next, saved).then((mapping) => {
          if (latest.current !== next) return;
          change({ ...next, mapping });
          void check(file, latest.current, leads, before);
        });
      }
    },
    saved,
    apply: (chosen) => {
      if (running.current) return;
      setSaved(chosen);
      const next = optionsBy(chosen, latest.current);
      change(next);
      if (!file || phase.kind === 'done') return;
      // Read in another way, it may have other columns.
      void mappingIn(file, next, chosen).then((mapping) => {
        if (latest.current !== next) return;
        change({ ...next, mapping });
        void check(file, latest.current, true);
      });
    },
    check: () => {
      if (file && !running.current) void check(file, options, true);
    },
    run,
    look,
  };
}

/** The options without the rows of the table, which the file stands for. */
const comparable = ({ mapping, ...options }: ImportOptions) => ({
  ...options,
  ...(mapping && { named: mapping.named, targets: mapping.targets }),
});

function problemOfFile({ name, size }: File): string | null {
  if (size === 0) return m.import_file_empty({ name });
  return size > LARGEST_FILE ? m.import_file_too_large({ name }) : null;
}

function failureMessage(error: unknown, dryRun: boolean): string {
  const problem = asProblem(error);
  if (problem.detail) return problem.detail;
  if (problem.status === 413) return m.import_too_large();
  if (problem.status === 415) return m.import_not_table();
  if (problem.status === 0) return dryRun ? problem.title : m.import_unknown();
  return dryRun ? m.import_check_failed() : m.import_failed();
}
