// What the address of the records behind a value says beside the view: their groups and the page.
import type { Member } from '../charts/answer.ts';
import { byName, type Analytics } from '../document/analytics.ts';
import type { RecordsAnswer } from './answers.ts';
import type { Replaced, View } from './view.ts';

/** As far as the server counts pages. */
const MOST_PAGES = 1_000_000;

/** Reads it: groups go with the dimension that they are of, and the first page needs no saying. */
export function ownOfRecords(params: URLSearchParams, view: Pick<View, 'rows' | 'cols'>): URLSearchParams {
  const own = new URLSearchParams();
  if (view.rows !== undefined) for (const key of new Set(params.getAll('row'))) own.append('row', key);
  if (view.cols !== undefined) for (const key of new Set(params.getAll('col'))) own.append('col', key);
  const page = pageOf(params);
  if (page > 1) own.set('page', String(page));
  return own;
}

/** The page that an address names; the first where it names none that there can be. */
export function pageOf(params: URLSearchParams): number {
  const page = params.get('page') ?? '';
  return /^[1-9]\d*$/.test(page) && Number(page) <= MOST_PAGES ? Number(page) : 1;
}

/** The same groups on another page, as an address goes on with them. */
export function withPage(own: string, page: number): string {
  const params = new URLSearchParams(own);
  params.delete('page');
  if (page > 1) params.set('page', String(page));
  return params.size > 0 ? `&${params}` : '';
}

/** Values that were requested and that nothing has: the server answers those that it does not know by their keys. */
export function unknownIn(answer: RecordsAnswer, view: View, { dimensions }: Analytics): Replaced[] {
  const of = (name: 'row' | 'col', dimension: string | undefined) =>
    answer[name]
      .filter((member) => isUnknown(member, answer.total, byName(dimensions, dimension)?.resource))
      .map(({ key }) => ({ name, value: key ?? '' }));
  return [...of('row', view.rows), ...of('col', view.cols)];
}

/** Records are called by a title, never by their keys; anything else may be, and is there when it has records. */
const isUnknown = ({ key, label }: Member, total: number, resource: string | undefined): boolean =>
  key !== null && key === label && (total === 0 || resource !== undefined);

/** The values that tell something of these records: a count of each by itself is one. */
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

/** Whether each value is made of one record at most, which then needs no saying. */
export const isSingle = ({ items }: RecordsAnswer): boolean =>
  items.every(({ values }) => Object.values(values).every(({ n }) => n <= 1));

/** What only the answer shows to be wrong with the address; undefined when it is right. */
export function correctionOf(
  answer: RecordsAnswer,
  own: string,
  unknown: Replaced[],
): { own: string; lost: Replaced[] } | undefined {
  const page = pageOf(new URLSearchParams(own));
  const last = Math.max(1, answer.totalPages);
  // Where nothing is left there is nothing to go to: the screen says what there is not.
  const lost = answer.total > 0 ? unknown : [];
  if (lost.length === 0 && page <= last) return undefined;
  const remaining = [...new URLSearchParams(own)].filter(
    ([name, value]) => !lost.some((one) => one.name === name && one.value === value),
  );
  const beyond: Replaced[] =
    page > last ? [{ name: 'page', value: String(page), ...(answer.total > 0 && { why: 'last' as const }) }] : [];
  return { own: withPage(`${new URLSearchParams(remaining)}`, Math.min(page, last)), lost: [...lost, ...beyond] };
}
