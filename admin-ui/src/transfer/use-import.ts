// The state of an import: file, options, check, import, and report.
import { asProblem } from '@mizan/ui-kit/http';
import { useIntent } from '@mizan/ui-kit/intent';
import { m } from '@mizan/ui-kit/messages';
import { useEffect, useRef, useState } from 'react';
import { useRecordCache } from '../data/record.ts';
import type { Resource } from '../document/resources.ts';
import { importFile, LARGEST_FILE, type ImportChoices } from './import-data.ts';
import { refusedRows, type ImportReport } from './report.ts';

export type Phase =
  | { kind: 'waiting' }
  | { kind: 'checking' }
  | { kind: 'checked'; report: ImportReport }
  | { kind: 'importing' }
  | { kind: 'refused'; report: ImportReport }
  | { kind: 'done'; report: ImportReport };

const WAITING: Phase = { kind: 'waiting' };

export interface ImportState {
  file: File | null;
  choices: ImportChoices;
  phase: Phase;
  /** Why the file cannot be used, or why the server returned no report. */
  fileProblem: string | null;
  failure: string | null;
  busy: boolean;
  take: (files: FileList | File[] | null) => Promise<void>;
  drop: () => void;
  choose: (choices: ImportChoices) => void;
  check: () => Promise<void>;
  run: () => Promise<void>;
}

export function useImport(resource: Resource): ImportState {
  const cache = useRecordCache(resource);
  const [file, setFile] = useState<File | null>(null);
  const [choices, setChoices] = useState<ImportChoices>({ existing: 'error', repeated: 'error', empty: 'clear' });
  const [phase, setPhase] = useState<Phase>(WAITING);
  const [fileProblem, setFileProblem] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const checking = useRef<AbortController | null>(null);
  const running = useRef(false);
  const intent = useIntent();
  const taken = useRef(0);
  // A check is aborted on unmount; an import is not.
  useEffect(() => () => checking.current?.abort(), []);

  const busy = phase.kind === 'checking' || phase.kind === 'importing';
  const begin = (next: Phase) => {
    setFailure(null);
    setPhase(next);
  };

  const take: ImportState['take'] = async (files) => {
    const [one, ...others] = files ?? [];
    if (!one || busy) return;
    const message = others.length > 0 ? m.import_file_one() : problemOfFile(one);
    begin(WAITING);
    setFileProblem(message);
    setFile(null);
    if (message) return;
    try {
      // Imports what was checked, even if the file has changed since.
      taken.current += 1;
      setFile(new File([await one.arrayBuffer()], one.name, { type: one.type }));
    } catch {
      setFileProblem(m.import_file_unreadable({ name: one.name }));
    }
  };

  const send = async (dryRun: boolean, signal: AbortSignal) => {
    if (!file || running.current) return;
    running.current = true;
    begin(dryRun ? { kind: 'checking' } : { kind: 'importing' });
    try {
      const what = { file: taken.current, ...choices };
      const report = dryRun
        ? await importFile(resource, file, choices, true, signal)
        : await intent.send(what, (key) => importFile(resource, file, choices, false, signal, key));
      setPhase({ kind: dryRun ? 'checked' : 'done', report });
      if (!dryRun) {
        cache.invalidateAll();
        cache.many();
      }
    } catch (error) {
      if (signal.aborted) return;
      const errors = refusedRows(error);
      setPhase(errors ? { kind: 'refused', report: { created: 0, updated: 0, skipped: 0, errors } } : WAITING);
      setFailure(errors ? null : failureMessage(error, dryRun));
    } finally {
      running.current = false;
    }
  };

  return {
    file,
    choices,
    phase,
    fileProblem,
    failure,
    busy,
    take,
    drop: () => {
      setFile(null);
      setFileProblem(null);
      begin(WAITING);
    },
    choose: (next) => {
      setChoices(next);
      begin(WAITING);
    },
    check: () => {
      if (!file) setFileProblem(m.import_need_file());
      checking.current = new AbortController();
      return send(true, checking.current.signal);
    },
    run: () => send(false, new AbortController().signal),
  };
}

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
