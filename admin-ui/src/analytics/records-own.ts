// The parameters of the records screen in addition to the view: groups and page.
import type { Member } from '../charts/answer.ts';
import { byName, type Analytics } from '../document/analytics.ts';
import type { RecordsAnswer } from './answers.ts';
import type { Replaced, View } from './view.ts';

/** The server's limit. */
const MOST_PAGES = 1_000_000;

/** Reads them. Groups need their dimension; the first page is the default. */
export function ownOfRecords(params: URLSearchParams, view: Pick<View, 'rows' | 'cols'>): URLSearchParams {
  const own = new URLSearchParams();
  if (view.rows !== undefined) for (const key of new Set(params.getAll('row'))) own.append('row', key);
  if (view.cols !== undefined) for (const key of new Set(params.getAll('col'))) own.append('col', key);
  const page = pageOf(params);
  if (page > 1) own.set('page', String(page));
  return own;
}

/** The page in the URL; the first one when it is invalid. */
export function pageOf(params: URLSearchParams): number {
  const page = params.get('page') ?? '';
  return /^[1-9]\d*$/.test(page) && Number(page) <= MOST_PAGES ? Number(page) : 1;
}

/** The same groups on another page. */
export function withPage(own: string, page: number): string {
  const params = new URLSearchParams(own);
  params.delete('page');
  if (page > 1) params.set('page', String(page));
  return params.size > 0 ? `&${params}` : '';
}

/** Requested groups that do not exist. The server returns an unknown key as its own label. */
export function unknownIn(answer: RecordsAnswer, view: View, { dimensions }: Analytics): Replaced[] {
  const of = (name: 'row' | 'col', dimension: string | undefined) =>
    answer[name]
      .filter((member) => isUnknown(member, answer.total, byName(dimensions, dimension)?.resource))
      .map(({ key }) => ({ name, value: key ?? '' }));
  return [...of('row', view.rows), ...of('col', view.cols)];
}

/**
 * A record always has a title, so a label equal to the key means that there is no such record. Other members exist when
 * they have records.
 */
const isUnknown = ({ key, label }: Member, total: number, resource: string | undefined): boolean =>
  key !== null && key === label && (total === 0 || resource !== undefined);

/** The measures worth showing for single records: a count is always 1. */
export function informativeMeasures(
  { items }: RecordsAnswer,
  measures: string[],
  { measures: all }: Analytics,
): string[] {
  return measures.filter(
    (name) =>
      byName(all, name)?.unit !== '' ||
      items.some(({ values: { [name]: measured } }) => measured?.value !== 1 || measured.n !== 1),
  );
}

/** Whether each value is of at most one record, so that n need not be shown. */
export const isSingle = ({ items }: RecordsAnswer): boolean =>
  items.every(({ values }) => Object.values(values).every(({ n }) => n <= 1));

/** Errors of the URL that only the result reveals; undefined when there are none. */
export function correctionOf(
  answer: RecordsAnswer,
  own: string,
  unknown: Replaced[],
): { own: string; lost: Replaced[] } | undefined {
  const page = pageOf(new URLSearchParams(own));
  const last = Math.max(1, answer.totalPages);
  // Without any records there is nothing to navigate to: the screen says that there are none.
  const lost = answer.total > 0 ? unknown : [];
  if (lost.length === 0 && page <= last) return undefined;
  const remaining = [...new URLSearchParams(own)].filter(
    ([name, value]) => !lost.some((one) => one.name === name && one.value === value),
  );
  const beyond: Replaced[] =
    page > last ? [{ name: 'page', value: String(page), ...(answer.total > 0 && { why: 'last' as const }) }] : [];
  return { own: withPage(`${new URLSearchParams(remaining)}`, Math.min(page, last)), lost: [...lost, ...beyond] };
}
