// Editing a record, in any form. Sends only the changes, with If-Match; on a conflict with another user both versions
// are shown, so that neither is lost.
import { m } from '@mizan/ui-kit/messages';
import { useMemo, useRef, useState } from 'react';
import { useDataProvider, useUpdate } from 'ra-core';
import { conflicting, merged, mergePatch, type Values } from '../data/changes.ts';
import { etagOf, type Loaded } from '../data/data-provider.ts';
import { lastChange, type LastChange } from '../data/last-change.ts';
import { useOthersChange } from '../data/others-changes.ts';
import { isStatus, errorMessage } from '../data/problems.ts';
import { Proposed } from '../data/proposed.ts';
import { useUndoToast } from '../data/undo-toast.ts';
import { toastFailure } from '../data/why.ts';
import { useMay, useProposes } from '../document/context.tsx';
import { withFixed } from '../document/fixed.ts';
import { maskedIn } from '../document/reader.ts';
import type { Resource } from '../document/resources.ts';
import { useTexts } from '../module/texts.ts';
import { ChangedBar } from './changed-bar.tsx';
import { ConflictBanner, type Conflict } from './conflict.tsx';
import { formDataOf, namesIn, prepared } from './form-data.ts';
import { editSchema, withFixedFields } from './form-schema.ts';
import { orProposed, useReportProposed } from './use-proposed.ts';
import { useSubmit } from './use-submit.ts';

/** Where the user may be about to type. */
const AT_WORK = 'form, dialog, [role="dialog"], input, textarea, select, [contenteditable]';

/** Whether a form that is drawn anew would interrupt the user, or end an upload. */
const isAtWork = (): boolean =>
  (document.activeElement?.closest(AT_WORK) ?? document.querySelector('[data-uploading]')) !== null;

/** Returns the initial values and the submission; `onDone` is called after a save. */
export function useEdit(resource: Resource, loaded: Loaded, onDone?: () => void) {
  const dataProvider = useDataProvider();
  const [update] = useUpdate(resource.name, {}, { returnPromise: true });
  const texts = useTexts(resource);
  const may = useMay();
  const report = useUndoToast(resource);
  const proposes = useProposes(resource, 'update');
  const reportProposed = useReportProposed();
  // A new `version` remounts the form with this base.
  const [base, setBase] = useState({ record: loaded, version: 0, typed: undefined as Values | undefined });
  const schema = useMemo(() => {
    const masked = maskedIn(base.record);
    return withFixed(withFixedFields(resource, editSchema(resource) ?? {}), { hidden: [], masked, readonly: [] });
  }, [resource, base.record]);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  /** Another user has changed the record; who and when, if that can be read. */
  const [changed, setChanged] = useState<{ last: LastChange | undefined } | null>(null);
  const typed = useRef<Values | undefined>(undefined);
  const initial = useMemo(() => formDataOf(schema, base.record), [schema, base.record]);
  const context = useMemo(
    () => ({ names: { ...conflict?.names, ...namesIn(resource, base.record) }, singular: resource.singular, resource }),
    [base.record, conflict, resource],
  );
  const { id } = base.record;

  const rebase = (next: Loaded, over: Values | undefined) => {
    typed.current = over;
    setBase(({ version }) => ({ record: next, version: version + 1, typed: over }));
  };

  // After an undo, what is not edited further follows the record.
  const follow = async () => {
    const { data } = await dataProvider.getOne<Loaded>(resource.name, { id });
    if (typed.current === undefined) rebase(data, undefined);
  };

  const saving = useSubmit<Values, Loaded | Proposed>({
    send: (values) => {
      const data = mergePatch(prepared(schema, initial), values);
      return orProposed(update(undefined, { id, data, meta: { etag: etagOf(base.record) } }) as Promise<Loaded>);
    },
    onDone(saved) {
      setConflict(null);
      setChanged(null);
      if (saved instanceof Proposed) {
        // The record is as it was.
        rebase(base.record, undefined);
        reportProposed(saved);
        onDone?.();
        return;
      }
      rebase(saved, undefined);
      const { update: operation } = resource.operations;
      // Where it cannot be read, the next save reports the conflict.
      report(texts.updated, saved, { operation, by: [operation], onUndone: () => void follow().catch(() => {}) });
      onDone?.();
    },
    async onError(error, values) {
      if (!isStatus(error, 412)) return undefined;
      await meetTheirs(values);
      return null;
    },
    failed: texts.updateFailed,
    toasts: true,
  });

  // A form that the user is in stays as it is, and says who changed its record.
  const followOthers = async () => {
    const isFree = () => typed.current === undefined && !isAtWork();
    if (isFree()) {
      const { data } = await dataProvider.getOne<Loaded>(resource.name, { id });
      if (saving.running.current) return;
      // The user may have begun meanwhile.
      if (isFree()) return rebase(data, undefined);
    }
    setChanged({ last: may(resource, 'history') ? await lastChange(resource, id) : undefined });
  };

  useOthersChange(resource.name, id, () => {
    if (!saving.running.current && !conflict) void followOthers().catch(() => {});
  });

  const meetTheirs = async (mine: Values) => {
    try {
      const [{ data: theirs }, last] = await Promise.all([
        dataProvider.getOne<Loaded>(resource.name, { id }),
        may(resource, 'history') ? lastChange(resource, id) : undefined,
      ]);
      const before = prepared(schema, initial);
      const now = prepared(schema, formDataOf(schema, theirs));
      const isMerged = conflicting(before, mine, now).length === 0;
      const names = { ...namesIn(resource, base.record), ...namesIn(resource, theirs) };
      setChanged(null);
      setConflict({ before: initial, mine, theirs, last, names, settled: false, merged: isMerged });
      if (isMerged) rebase(theirs, merged(before, mine, now));
    } catch (error) {
      toastFailure(error, isStatus(error, 404) ? m.admin_conflict_deleted() : errorMessage(error, texts.fetchFailed));
    }
  };

  const bar = changed && (
    <ChangedBar
      last={changed.last}
      onShow={() => void meetTheirs(prepared(schema, typed.current ?? initial))}
      onLater={() => setChanged(null)}
    />
  );
  const above = conflict ? (
    <ConflictBanner
      schema={schema}
      conflict={conflict}
      onTheirs={() => {
        rebase(conflict.theirs, undefined);
        setConflict({ ...conflict, settled: true });
      }}
      onMine={(values) => {
        rebase(conflict.theirs, values);
        setConflict(null);
      }}
      onReapply={(field) =>
        rebase(conflict.theirs, {
          ...(typed.current ?? formDataOf(schema, conflict.theirs)),
          [field]: conflict.mine[field],
        })
      }
      onDone={() => setConflict(null)}
    />
  ) : (
    bar
  );

  return {
    /** The record as it was last read or saved. */
    record: base.record,
    /** Use it as the key of the form. */
    version: base.version,
    /** The user may only propose what is saved. */
    proposes,
    form: {
      schema,
      context,
      initial,
      ...(base.typed ? { typed: base.typed } : {}),
      labels: proposes
        ? { save: m.propose(), saving: m.proposing() }
        : { save: m.admin_save(), saving: m.admin_saving() },
      unsettled: conflict !== null,
      above,
      saving,
      onType: (values: Values) => {
        typed.current = values;
      },
    },
  };
}
