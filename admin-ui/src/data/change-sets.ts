// Change sets: changes of many records that are looked at before they are applied. Their types, and the request that plans
// one.
import { authorizedFetch, problemOf } from '@mizan/ui-kit/http';
import { api } from '../paths.ts';
import type { Values } from './changes.ts';
import { answered, keyed, type Which } from './data-provider.ts';

export type SetState = 'planned' | 'proposed' | 'applied' | 'undone' | 'discarded';
export type SetKind = 'create' | 'update' | 'delete' | 'merge' | 'import';
export type RowAction = 'create' | 'update' | 'delete' | 'unchanged';

interface Actor {
  id: string;
  name: string;
}

export interface ChangeSet {
  _id: string;
  resource: string;
  kind: SetKind;
  state: SetState;
  /** Null for users whom the reader may not see. */
  by: Actor | null;
  at: string;
  /** The numbers of rows; those with errors count as such alone. */
  counts: Record<RowAction | 'error', number>;
  requestId: string | null;
  appliedBy: Actor | null;
  appliedAt: string | null;
}

/** What becomes of one record. */
export interface SetRow {
  row: number;
  /** The line of an imported file. */
  line?: number;
  resource: string;
  record: { _id: string; title: string } | null;
  action: RowAction;
  before: Values | null;
  after: Values | null;
  changed: string[];
  errors: { pointer: string; message: string }[];
  state: 'planned' | 'applied' | 'reversed' | 'kept' | 'refused';
  reason?: string;
}

/** What to do with which records. */
export type SetPlan = { resource: string; which: Which } & (
  { update: Values } | { delete: true } | { merge: { into: string } }
);

/** Plans changes without making them. A rejection is thrown as the server's problem document. */
export async function planChanges({ which, ...plan }: SetPlan, key?: string): Promise<ChangeSet> {
  const body = { ...plan, ...(Array.isArray(which) ? { ids: which } : { where: which }) };
  const response = await authorizedFetch(api.changeSets, {
    method: 'POST',
    headers: { ...keyed(key), 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw await problemOf(response);
  return answered(response, (await response.json()) as ChangeSet);
}
