// The deleted records of a resource: a page of them.
import { useAnswerPage } from '../data/answer-page.ts';
import type { Resource } from '../document/resources.ts';
import type { PageQuery } from '../list/use-page.ts';

export interface Deleted {
  _id: string;
  /** The last title that the record had. */
  title: string;
  deletedAt: string;
  /** Null for the server itself, and for users whom the reader may not see. */
  by: { id: string; name: string } | null;
  requestId: string | null;
  /** The version before the deletion, which is restored. */
  version: number;
}

export const useDeleted = ({ name, operations }: Resource, query: PageQuery) =>
  useAnswerPage<Deleted>([name, 'deleted'], operations.deleted?.path ?? '', query);
