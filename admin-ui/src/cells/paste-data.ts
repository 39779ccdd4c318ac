// What a paste needs of the server: the records below those on the page, and the records that pasted titles name.
import type { DataProvider, RaRecord } from 'ra-core';
import { records, type ListQuery } from '../data/data-provider.ts';
import { sortOf } from '../data/filter-values.ts';
import { titleOf, type Resource } from '../document/resources.ts';
import type { FoundOf } from './plan.ts';
import { folded } from './texts.ts';

const PAGE = 100;
/** How many titles are searched for at the same time. */
const AT_ONCE = 4;

/** Reads so many records of a list from a position. What is on the page already stays as it is shown. */
export async function readRows(
  resource: Resource,
  query: ListQuery,
  { start, count, shown }: { start: number; count: number; shown: RaRecord<string>[] },
  signal: AbortSignal,
): Promise<RaRecord<string>[]> {
  const rows = shown.slice(0, count);
  const known = new Set(rows.map(({ id }) => id));
  for (let page = Math.floor((start + rows.length) / PAGE); rows.length < count; page += 1) {
    // Each page says whether there is another one.
    // oxlint-disable-next-line no-await-in-loop
    const { items } = await records.list(resource, { ...query, page: page + 1, perPage: PAGE }, signal);
    const from = Math.max(0, start + rows.length - page * PAGE);
    const below = items.slice(from).filter(({ id }) => !known.has(id));
    for (const one of below.slice(0, count - rows.length)) rows.push(one);
    for (const { id } of below) known.add(id);
    if (items.length < PAGE) break;
  }
  return rows;
}

/** The same records, as they are now. */
export async function readAgain(
  resource: Resource,
  dataProvider: DataProvider,
  rows: RaRecord<string>[],
): Promise<RaRecord<string>[]> {
  const ids = rows.map(({ id }) => id);
  const { data } = await dataProvider.getMany<RaRecord<string>>(resource.name, { ids });
  const now = new Map(data.map((record) => [record.id, record]));
  return rows.map((record) => now.get(record.id) ?? record);
}

/** Looks up the records with these titles. */
export async function findTitles(
  dataProvider: DataProvider,
  resources: Resource[],
  wanted: Map<string, Set<string>>,
): Promise<FoundOf> {
  const found = new Map<string, Map<string, string[]>>();
  const searches = [...wanted].flatMap(([name, titles]) => [...titles].map((title) => ({ name, title })));
  const search = async ({ name, title }: { name: string; title: string }) => {
    const target = resources.find((resource) => resource.name === name);
    if (!target) return;
    const { data } = await dataProvider.getList<RaRecord<string>>(name, {
      pagination: { page: 1, perPage: PAGE },
      sort: sortOf(target),
      filter: { q: title },
    });
    const ids = data.filter((record) => folded(titleOf(target, record)) === folded(title)).map(({ id }) => id);
    found.set(name, (found.get(name) ?? new Map<string, string[]>()).set(folded(title), ids));
  };
  for (let at = 0; at < searches.length; at += AT_ONCE) {
    // A few at a time, so that a long block does not occupy the server.
    // oxlint-disable-next-line no-await-in-loop
    await Promise.all(searches.slice(at, at + AT_ONCE).map(search));
  }
  return found;
}
