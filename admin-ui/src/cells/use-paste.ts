// The state of a paste: its rows, what it changes, what was corrected in it, and what the server refused.
import { m } from '@mizan/ui-kit/messages';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useDataProvider, type RaRecord } from 'ra-core';
import type { ListQuery, RowChange } from '../data/data-provider.ts';
import { errorMessage, isAtFields, type FieldProblem } from '../data/problems.ts';
import { useResources } from '../document/context.tsx';
import type { Column, Resource } from '../document/resources.ts';
import { findTitles, readAgain, readRows } from './paste-data.ts';
import { targetFor } from './editable.ts';
import { changesOf, isChanged, isWrong, planOf, titlesWanted, type FoundOf, type PlannedRow } from './plan.ts';
import { refusalAt } from './row-changes.ts';

/** How many rows one paste may have. An import takes more. */
export const MOST_ROWS = 1000;

export interface PasteProps {
  resource: Resource;
  texts: string[][];
  columns: Column[];
  /** The position of the first row on the page. */
  row: number;
  /** How many columns of the block the list does not show. */
  beyond: number;
  records: RaRecord<string>[];
  query: ListQuery;
  total: number;
  onSave: (changes: RowChange[], message: string) => Promise<void>;
  onClose: () => void;
}

const NO_TITLES: FoundOf = new Map();

export function usePaste(props: PasteProps) {
  const { resource, texts, columns, row, beyond, records: shown, query, total, onSave, onClose } = props;
  const resources = useResources();
  const dataProvider = useDataProvider();
  const target = useMemo(() => targetFor(resource, columns), [resource, columns]);
  const [rows, setRows] = useState<PlannedRow[] | undefined>(undefined);
  const [failure, setFailure] = useState<string | undefined>(undefined);
  const [busy, setBusy] = useState(false);
  const found = useRef(NO_TITLES);
  const start = (query.page - 1) * query.perPage + row;
  const misfit = misfitOf(texts.length, beyond, total - start);

  useEffect(() => {
    if (misfit) return;
    const reading = new AbortController();
    const read = async () => {
      const page = { start, count: texts.length, shown: shown.slice(row) };
      const [records, titles] = await Promise.all([
        readRows(resource, query, page, reading.signal),
        findTitles(dataProvider, resources, titlesWanted(target, texts)),
      ]);
      found.current = titles;
      if (reading.signal.aborted) return;
      if (records.length < texts.length) setFailure(m.cells_paste_too_long({ count: records.length }));
      else setRows(records.map((record, at) => planOf(target, record, texts[at] ?? [], titles)));
    };
    read().catch((error: unknown) => {
      if (!reading.signal.aborted) setFailure(errorMessage(error, m.cells_paste_failed()));
    });
    return () => reading.abort();
    // What was copied and where to is fixed when the dialog opens.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);

  /** Plans a row anew from the texts that its cells have by now. */
  const planned = (one: PlannedRow, record: RaRecord<string>) =>
    planOf(
      target,
      record,
      one.cells.map(({ text }) => text),
      found.current,
    );

  const correct = async (at: number, column: number, text: string) => {
    // Only of this cell: the others were looked up.
    const fields = target.fields.map((field, index) => (index === column ? field : undefined));
    const typed = target.fields.map((_, index) => (index === column ? text : ''));
    const withTitles = await findTitles(dataProvider, resources, titlesWanted({ ...target, fields }, [typed]));
    found.current = new Map(
      [...new Set([...found.current.keys(), ...withTitles.keys()])].map((name) => [
        name,
        new Map([...(found.current.get(name) ?? []), ...(withTitles.get(name) ?? [])]),
      ]),
    );
    setFailure(undefined);
    const corrected = (other: PlannedRow): PlannedRow => ({
      ...other,
      cells: other.cells.map((cell, index) => (index === column ? { ...cell, text } : cell)),
    });
    setRows((now) => now?.map((other, index) => (index === at ? planned(corrected(other), other.record) : other)));
  };

  const refused = (problems: FieldProblem[], sent: PlannedRow[], base: PlannedRow[]): PlannedRow[] => {
    const messages = new Map<string, string>();
    const others: string[] = [];
    for (const problem of problems) {
      const { at, field, message } = refusalAt(problem);
      const one = sent[at];
      if (one && field !== undefined) messages.set(`${one.record.id} ${field}`, message);
      else others.push(one ? m.cells_refused({ cell: one.title, message }) : message);
    }
    setFailure(others.join(' ') || undefined);
    return base.map((one) => ({
      ...one,
      cells: one.cells.map((cell, index) => {
        const message = messages.get(`${one.record.id} ${target.fields[index] ?? ''}`);
        return message === undefined ? cell : { ...cell, problem: message };
      }),
    }));
  };

  const save = async () => {
    if (!rows) return;
    const sent = rows.filter(isChanged);
    const changes = changesOf(target, rows);
    setBusy(true);
    setFailure(undefined);
    try {
      await onSave(changes, m.cells_saved_many({ count: cellsIn(sent) }));
      onClose();
    } catch (error) {
      if (!isAtFields(error)) {
        setFailure(errorMessage(error, m.cells_save_failed()));
        return;
      }
      const isStale = error.errors.some(({ pointer }) => pointer.split('/')[3] === 'was');
      if (!isStale) {
        setRows(refused(error.errors, sent, rows));
        return;
      }
      // The preview shows what is there now; saved again, it is overwritten.
      const now = await readAgain(
        resource,
        dataProvider,
        rows.map(({ record }) => record),
      ).catch(() => undefined);
      setRows(now ? rows.map((one, at) => planned(one, now[at] ?? one.record)) : rows);
      setFailure(m.cells_paste_stale({ count: error.errors.length }));
    } finally {
      setBusy(false);
    }
  };

  return {
    target,
    rows,
    failure: misfit ?? failure,
    busy,
    correct,
    save,
    cells: cellsIn(rows ?? []),
    wrong: (rows ?? []).reduce((count, { cells }) => count + cells.filter(({ problem }) => problem).length, 0),
    shown: (rows ?? []).flatMap((one, at) => (isChanged(one) || isWrong(one) ? [{ one, at }] : [])),
  };
}

const cellsIn = (rows: PlannedRow[]): number =>
  rows.reduce((count, { cells }) => count + cells.filter(({ changed }) => changed).length, 0);

/** Why a block does not fit into the list. */
function misfitOf(height: number, beyond: number, rowsLeft: number): string | undefined {
  if (height > MOST_ROWS) return m.cells_paste_too_many({ most: MOST_ROWS });
  if (height > rowsLeft) return m.cells_paste_too_long({ count: rowsLeft });
  return beyond > 0 ? m.cells_paste_too_wide({ count: beyond }) : undefined;
}
