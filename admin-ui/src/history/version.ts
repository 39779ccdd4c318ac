// What the server keeps of each change of a record.
import type { Values } from '../data/changes.ts';

export interface Version {
  /** Counts from 1, the creation. */
  version: number;
  /** `create`, `update`, `delete`, `restore`, or a verb of the resource such as `lock`. */
  action: string;
  at: string;
  actor: { id: string | null; name: string } | null;
  request: string | null;
  /** The record as it is read, before and after; null where there was none. */
  before: Values | null;
  after: Values | null;
  /** The fields that differ. */
  changed: string[];
}
