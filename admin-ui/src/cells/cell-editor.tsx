// Edits one cell in place, with the input that the record's form has for the field. Enter, Tab and a press elsewhere save;
// what cannot be saved stays as it was typed, with the reason below it.
import { Button } from '@mizan/ui-kit/button';
import { m } from '@mizan/ui-kit/messages';
import { toast } from '@mizan/ui-kit/toaster';
import { useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import type { RaRecord } from 'ra-core';
import { schemaWith, updateOf } from '../bulk/bulk-schema.ts';
import type { Values } from '../data/changes.ts';
import type { Loaded, RowChange } from '../data/data-provider.ts';
import { isStatus, type FieldProblem } from '../data/problems.ts';
import { useRecordCache } from '../data/record.ts';
import { titleOf, type Resource } from '../document/resources.ts';
import { isChoices, labelOf } from '../document/schema.ts';
import { formDataOf, namesIn, prepared } from '../form/form-data.ts';
import { SchemaFields } from '../form/schema-fields.tsx';
import { UnsavedChangesBlocker } from '../form/unsaved-changes-blocker.tsx';
import { useSchemaForm } from '../form/use-schema-form.ts';
import { refusalOf } from '../form/use-submit.ts';
import styles from './cells.module.css';
import { shownText } from './texts.ts';
import { useCellSave } from './use-cell-save.ts';
import { useOverCell } from './use-over-cell.ts';

/** Where the focus goes: to this cell, one below, the next or the previous one that can be edited, or where it is. */
export type Move = 'stay' | 'down' | 'next' | 'previous' | null;

interface Props {
  resource: Resource;
  /** The record as the list shows it. */
  record: RaRecord<string>;
  /** The field as it is written. */
  field: string;
  onSaved: (changes: RowChange[], message: string) => void;
  onDone: (move: Move) => void;
}

interface Refused {
  problems: FieldProblem[];
  failure?: string | undefined;
  theirs?: Loaded | undefined;
}

const NOTHING: Refused = { problems: [] };
/** What covers the cell has keys and presses of its own. */
const DIALOG = 'dialog, [role="dialog"]';
const CONTROL = ':is(input:not([type="hidden"]), select, textarea, button):not([disabled])';

export default function CellEditor({ resource, record, field, onSaved, onDone }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const root = useRef<HTMLDivElement>(null);
  const running = useRef(false);
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState(NOTHING);
  const cache = useRecordCache(resource);
  const schema = useMemo(() => schemaWith(resource, [field]), [resource, field]);
  const property = schema.properties?.[field] ?? {};
  const label = labelOf(field, property);
  const title = titleOf(resource, record);
  const names = useMemo(() => namesIn(resource, record), [resource, record]);
  const context = useMemo(() => ({ names, singular: resource.singular, resource }), [names, resource]);
  const initial = useMemo(() => formDataOf(schema, record), [schema, record]);
  const form = useSchemaForm({
    schema,
    initial,
    changesOnly: true,
    refused: refused.problems,
    forget: (problems) => setRefused({ problems }),
    // It may be saved now.
    onType: () => refused.failure && setRefused({ ...refused, failure: undefined }),
    root,
  });
  useOverCell(box);
  const save = useCellSave(resource, record, schema);
  const isSettled = refused.theirs === undefined && refused.failure === undefined;

  const commit = async (move: Move, over?: Loaded) => {
    if (running.current || !form.check()) return;
    if (form.changed.length === 0 && !over) {
      onDone(move);
      return;
    }
    running.current = true;
    setBusy(true);
    const update = updateOf(schema, form.data);
    try {
      const answer = await save(update, over);
      if ('theirs' in answer) {
        setRefused({ problems: [], theirs: answer.theirs });
        return;
      }
      const valueIn = (one: Values) => ({ [field]: prepared(schema, formDataOf(schema, one))[field] ?? null });
      const change = { _id: record.id, was: valueIn(over ?? record), update: valueIn(answer.saved) };
      onSaved([change], m.cells_saved({ label, title }));
      onDone(move);
    } catch (error) {
      const { problems = [], failure } = refusalOf(error, m.cells_save_failed());
      const message = isStatus(error, 404) ? m.admin_conflict_deleted() : failure;
      setRefused({ problems, failure: message });
      // The cell may have been left meanwhile.
      const said = message ?? problems[0]?.message;
      if (!box.current?.isConnected && said)
        toast.error(m.cells_refused({ cell: `${label}, ${title}`, message: said }));
    } finally {
      running.current = false;
      setBusy(false);
    }
  };

  const press = (event: KeyboardEvent) => {
    const { target, key, shiftKey } = event;
    // What the control itself needs: an open list, a day in the calendar.
    if (event.defaultPrevented || !(target instanceof HTMLElement) || !box.current?.contains(target)) return;
    if (target.closest(DIALOG)) return;
    if (key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      onDone('stay');
    } else if (key === 'Enter' && !shiftKey && !event.altKey && !target.closest('button, a')) {
      event.preventDefault();
      void commit('down');
    } else if (key === 'Tab' && isSettled && isLast(box.current, target, shiftKey, isChoices(property))) {
      event.preventDefault();
      void commit(shiftKey ? 'previous' : 'next');
    }
  };

  // A press outside saves, as leaving a cell of a spreadsheet does.
  const leave = useRef<(target: EventTarget | null) => void>(() => {});
  useEffect(() => {
    leave.current = (target) => {
      const isElsewhere = target instanceof Element && !box.current?.contains(target);
      if (isElsewhere && isSettled && !target.closest(DIALOG)) void commit(null);
    };
  });
  useEffect(() => {
    const pressed = (event: PointerEvent) => leave.current(event.target);
    document.addEventListener('pointerdown', pressed, true);
    return () => document.removeEventListener('pointerdown', pressed, true);
  }, []);

  // A module's input may be loaded when it is first drawn.
  useEffect(() => {
    const within = box.current;
    if (!within) return;
    const focus = () => {
      const control = within.querySelector<HTMLElement>(CONTROL);
      control?.focus();
      if (control instanceof HTMLInputElement && control.type === 'text') control.select();
      return control !== null;
    };
    if (focus()) return;
    const observer = new MutationObserver(() => {
      if (focus()) observer.disconnect();
    });
    observer.observe(within, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, []);

  const take = (theirs: Loaded) => {
    cache.saved(theirs);
    onDone('stay');
  };
  const { theirs, failure } = refused;
  const message = [failure, ...form.homeless].filter(Boolean).join(' ');
  return (
    // The keys of the control inside it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      ref={box}
      popover="manual"
      role="group"
      aria-label={m.cells_of({ label, title })}
      aria-busy={busy}
      className={styles.editor}
      data-editor=""
      onKeyDown={press}
    >
      <UnsavedChangesBlocker when={form.changed.length > 0} busy={running} />
      <SchemaFields schema={schema} form={form} root={root} context={context} />
      {message && (
        <p className={styles.wrong} role="alert">
          {message}
        </p>
      )}
      {theirs && (
        <div className={styles.conflict} role="alert">
          <p>
            {m.cells_conflict({
              label,
              value: shownText(formDataOf(schema, theirs)[field], property, namesIn(resource, theirs)),
            })}
          </p>
          <div className={styles.ways}>
            <Button look="secondary" onClick={() => take(theirs)}>
              {m.cells_take_theirs()}
            </Button>
            <Button look="secondary" busy={busy} onClick={() => void commit('stay', theirs)}>
              {m.cells_overwrite()}
            </Button>
          </div>
        </div>
      )}
    </div>
  );
}

/** Whether Tab leaves the editor: always, but from one of several checkboxes to the next. */
function isLast(box: HTMLElement, target: HTMLElement, backwards: boolean, several: boolean): boolean {
  const controls = [...box.querySelectorAll<HTMLElement>(CONTROL)];
  return !several || target === controls.at(backwards ? 0 : -1);
}
