// A version of a record: what the server stores of each change.
import type { Values } from '../data/changes.ts';

export interface Version {
  /** Counts from 1, the creation. */
  version: number;
  /** `create`, `update`, `delete`, `restore`, or a verb of the resource such as `lock`. */
  action: string;
  at: string;
  actor: { id: string | null; name: string } | null;
  request: string | null;
  /** The record before and after the change; null where it did not exist. */
  before: Values | null;
  after: Values | null;
  /** The fields that changed. */
  changed: string[];
}
