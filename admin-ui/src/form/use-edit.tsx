// Editing a record, in any form. Sends only the changes, with If-Match; on a conflict with another user both versions
// are shown, so that neither is lost.
import { m } from '@mizan/ui-kit/messages';
import { useMemo, useRef, useState } from 'react';
import { useDataProvider, useUpdate } from 'ra-core';
import { conflicting, merged, mergePatch, type Values } from '../data/changes.ts';
import { etagOf, type Loaded } from '../data/data-provider.ts';
import { lastChange } from '../data/last-change.ts';
import { isStatus, errorMessage } from '../data/problems.ts';
import { useUndoToast } from '../data/undo-toast.ts';
import { toastFailure } from '../data/why.ts';
import { useMay } from '../document/context.tsx';
import { withFixed } from '../document/fixed.ts';
import { maskedIn } from '../document/reader.ts';
import type { Resource } from '../document/resources.ts';
import { useTexts } from '../module/texts.ts';
import { ConflictBanner, type Conflict } from './conflict.tsx';
import { formDataOf, namesIn, prepared } from './form-data.ts';
import { editSchema, withFixedFields } from './form-schema.ts';
import { useSubmit } from './use-submit.ts';

/** Returns the initial values and the submission; `onDone` is called after a save. */
export function useEdit(resource: Resource, loaded: Loaded, onDone?: () => void) {
  const dataProvider = useDataProvider();
  const [update] = useUpdate(resource.name, {}, { returnPromise: true });
  const texts = useTexts(resource);
  const may = useMay();
  const report = useUndoToast(resource);
  // A new `version` remounts the form with this base.
  const [base, setBase] = useState({ record: loaded, version: 0, typed: undefined as Values | undefined });
  const schema = useMemo(() => {
    const masked = maskedIn(base.record);
    return withFixed(withFixedFields(resource, editSchema(resource) ?? {}), { hidden: [], masked, readonly: [] });
  }, [resource, base.record]);
  const [conflict, setConflict] = useState<Conflict | null>(null);
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

  const saving = useSubmit<Values, Loaded>({
    send: (values) => {
      const data = mergePatch(prepared(schema, initial), values);
      return update(undefined, { id, data, meta: { etag: etagOf(base.record) } }) as Promise<Loaded>;
    },
    onDone(saved) {
      setConflict(null);
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

  const meetTheirs = async (mine: Values) => {
    try {
      const [{ data: theirs }, last] = await Promise.all([
        dataProvider.getOne<Loaded>(resource.name, { id }),
        may(resource, 'history') ? lastChange(resource, id) : undefined,
      ]);
      const before = prepared(schema, initial);
      const now = prepared(schema, formDataOf(schema, theirs));
      const isMerged = conflicting(before, mine, now).length === 0;
      const names = namesIn(resource, theirs);
      setConflict({ before: initial, mine, theirs, last, names, settled: false, merged: isMerged });
      if (isMerged) rebase(theirs, merged(before, mine, now));
    } catch (error) {
      toastFailure(error, isStatus(error, 404) ? m.admin_conflict_deleted() : errorMessage(error, texts.fetchFailed));
    }
  };

  const above = conflict && (
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
  );

  return {
    /** The record as it was last read or saved. */
    record: base.record,
    /** Use it as the key of the form. */
    version: base.version,
    form: {
      schema,
      context,
      initial,
      ...(base.typed ? { typed: base.typed } : {}),
      labels: { save: m.admin_save(), saving: m.admin_saving() },
      unsettled: conflict !== null,
      above,
      saving,
      onType: (values: Values) => {
        typed.current = values;
      },
    },
  };
}
