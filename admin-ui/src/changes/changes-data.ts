// The changes of all resources: the request of a page, and what they can be filtered by.
import { m } from '@mizan/ui-kit/messages';
import { useAnswerPage } from '../data/answer-page.ts';
import { writeFilters, type FilterGroup } from '../data/filter-group.ts';
import type { Resource } from '../document/resources.ts';
import type { PageQuery } from '../list/use-page.ts';
import { api } from '../paths.ts';

/** What one request changed in one resource. */
export interface Change {
  requestId: string | null;
  at: string;
  actor: { id: string; name: string };
  action: string;
  resource: string;
  /** The fields of `record` that differ. */
  changed: string[];
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  /** The number of records; `record` is the last of them. */
  count: number;
  record: { _id: string; title: string };
}

/** The feed as far as filters and pages need a resource; it is none of the document. */
export const feed = (): Resource =>
  ({
    name: 'changes',
    area: 'backoffice',
    label: m.changes_title(),
    noun: m.changes_noun(),
    nouns: m.changes_nouns(),
    sortable: ['at'],
    defaultSort: { field: 'at', direction: 'desc' },
    view: {},
    columns: [],
    operations: { filters: { path: `${api.changes}/filter-definitions`, method: 'get' } },
  }) as unknown as Resource;

interface Requested extends PageQuery {
  filters: FilterGroup | null;
}

export const useChanges = ({ page, perPage, filters }: Requested, enabled = true) =>
  useAnswerPage<Change>(['changes'], api.changes, {
    page,
    perPage,
    more: filters ? { filters: writeFilters(filters) } : {},
    enabled,
  });
