// Performs a verb on one record: sends it once, shows the server's message, and updates the cache.
import { m } from '@mizan/ui-kit/messages';
import { useEffect, useRef } from 'react';
import type { RaRecord } from 'ra-core';
import type { Values } from '../data/changes.ts';
import { isAtFields, isStatus, errorMessage } from '../data/problems.ts';
import { etagOf } from '../data/data-provider.ts';
import { useRecordCache } from '../data/record.ts';
import { useUndoToast } from '../data/undo-toast.ts';
import { perform, type Performed } from '../data/verbs.ts';
import type { Resource } from '../document/resources.ts';
import type { Verb } from '../document/verbs.ts';
import { useSubmit, type Submission } from '../form/use-submit.ts';

export interface Doing {
  verb: Verb;
  /** The input of the verb. */
  body?: Values;
}

interface Where {
  /** Rejections are toasts, because there is no form that could show them. */
  toasts?: boolean;
  onDone?: () => void;
  onRefused?: () => void;
}

export function usePerform(
  resource: Resource,
  record: RaRecord<string>,
  { toasts = false, onDone, onRefused }: Where = {},
): Submission<Doing> {
  const cache = useRecordCache(resource);
  const report = useUndoToast(resource);
  // Refetching may remove the row, and with it the dialog, before its message was read.
  const atTheEnd = useRef<() => void>(undefined);
  useEffect(() => () => atTheEnd.current?.(), []);
  return useSubmit<Doing, { verb: Verb; performed: Performed }>({
    async send({ verb, body }, key) {
      const details = { body, key, etag: etagOf(record) };
      return { verb, performed: await perform(resource, record.id, verb.name, details) };
    },
    onDone({ verb, performed }) {
      atTheEnd.current = undefined;
      const text = performed.message ?? verb.done ?? m.verb_done({ label: verb.label });
      report(text, performed, { operation: verb.operation, by: [oppositeOf(resource, verb)] });
      onDone?.();
      cache.performed(performed);
    },
    onError(error, { verb, body }) {
      // The next attempt must use the current version.
      if (toasts || isStatus(error, 412)) cache.refetch();
      else atTheEnd.current = cache.refetch;
      onRefused?.();
      return body && isAtFields(error) ? undefined : { failure: errorMessage(error, failureOf(verb, resource)) };
    },
    failed: m.verb_failed(),
    toasts,
  });
}

/** What undoes a verb: another verb, else a change of the record. */
export const oppositeOf = ({ verbs, operations }: Resource, { undoneBy }: Verb) =>
  undoneBy === undefined ? operations.update : verbs.find(({ name }) => name === undoneBy)?.operation;

/** The message when the server gives none: 'Failed to lock user'. */
const failureOf = ({ name }: Verb, { noun }: Resource): string =>
  m.verb_failed_to({ verb: name.replaceAll('-', ' '), noun });
