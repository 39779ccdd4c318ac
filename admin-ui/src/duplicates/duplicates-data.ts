// Records that may be the same one, in groups.
import { useAnswerPage } from '../data/answer-page.ts';
import type { Resource } from '../document/resources.ts';
import type { PageQuery } from '../list/use-page.ts';

export interface Candidate {
  _id: string;
  title: string;
  /** How many records refer to it; undefined while that is not known. */
  references?: number;
}

export interface Group {
  records: Candidate[];
  /** What they have in common, such as the labels of fields. */
  because: string[];
}

export const useDuplicates = ({ name, operations }: Resource, query: PageQuery) =>
  useAnswerPage<Group>([name, 'duplicates'], operations.duplicates?.path ?? '', query);
