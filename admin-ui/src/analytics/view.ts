// A view of the explorer: its address is its only state. This reads it, replaces what the declarations do not allow,
// and writes it in one canonical way, which is also what the server is asked.
import { getLocale } from '@mizan/ui-kit/locale';
import { chosenKind, kindsFor } from '../charts/kinds.ts';
import type { Asked } from '../charts/types.ts';
import { called, type Analytics, type Dataset } from '../document/analytics.ts';
import { isDay } from '../filters/definition.ts';
import { readFilters, writeFilters, type FilterGroup } from '../filters/filter-group.ts';

export type Direction = 'asc' | 'desc';

export interface View {
  dataset: string;
  measures: string[];
  rows: string | undefined;
  cols: string | undefined;
  /** Whether its fields exist is known once their definitions are. */
  filters: FilterGroup | null;
  from: string | undefined;
  to: string | undefined;
  grain: string | undefined;
  /** `table`, or a kind of chart; without one it is chosen by what is asked. */
  chart: string | undefined;
  /** `row`, or one of the measures. */
  sort: { by: string; direction: Direction };
  limit: number;
  compare: string | undefined;
}

/** Words, as a sentence lists them. */
export const listOf = (words: string[]): string =>
  new Intl.ListFormat(getLocale(), { type: 'conjunction' }).format(words);

const USUAL_SORT = { by: 'row', direction: 'asc' } as const;

/** Reads a query string; a value that is not possible is as if it were not there. */
export function parseView(query: string, analytics: Analytics): View {
  const said = new URLSearchParams(query);
  const one = (name: string): string | undefined => said.get(name) ?? undefined;
  const [by = '', direction] = (one('sort') ?? '').split(':');
  const dataset = called(analytics.datasets, one('dataset'));
  return settled(
    {
      dataset: one('dataset') ?? '',
      measures: said.getAll('measures'),
      // An address that says nothing opens a view that shows something.
      rows: one('rows') ?? (dataset ? undefined : first(analytics).dimensions[0]),
      cols: one('cols'),
      filters: readFilters(one('filters')),
      from: one('from'),
      to: one('to'),
      grain: one('grain'),
      chart: one('chart'),
      sort: direction === 'asc' || direction === 'desc' ? { by, direction } : USUAL_SORT,
      limit: /^\d+$/.test(one('limit') ?? '') ? Number(one('limit')) : analytics.usualRows,
      compare: one('compare'),
    },
    analytics,
  );
}

function first({ datasets }: Analytics): Dataset {
  const [dataset] = datasets;
  if (!dataset) throw new Error('The document declares no dataset.');
  return dataset;
}

/** Counts say least: the first that is none. */
function usualMeasures({ measures }: Dataset, { measures: all }: Analytics): string[] {
  const telling = measures.find((name) => called(all, name)?.unit);
  return telling === undefined ? measures.slice(0, 1) : [telling];
}

const within = (name: string | undefined, all: string[]): string | undefined =>
  name !== undefined && all.includes(name) ? name : undefined;

/** The same view with what is possible: what goes with something else goes when that is gone. */
export function settled(view: View, analytics: Analytics): View {
  const dataset = called(analytics.datasets, view.dataset) ?? first(analytics);
  const asked = [...new Set(view.measures)].filter((name) => dataset.measures.includes(name));
  const measures = asked.length > 0 ? asked.slice(0, analytics.mostMeasures) : usualMeasures(dataset, analytics);
  const rows = within(view.rows, dataset.dimensions);
  const cols = rows === undefined || view.cols === rows ? undefined : within(view.cols, dataset.dimensions);
  const [from, to] = inOrder(day(view.from), day(view.to));
  const sorts = rows !== undefined && (view.sort.by === 'row' || measures.includes(view.sort.by));
  const settledView: View = {
    ...view,
    dataset: dataset.name,
    measures,
    rows,
    cols,
    from,
    to,
    grain: [rows, cols].some((name) => called(analytics.dimensions, name)?.kind === 'time')
      ? within(view.grain, analytics.grains)
      : undefined,
    chart: undefined,
    sort: sorts ? view.sort : USUAL_SORT,
    limit: view.limit >= 1 && view.limit <= analytics.mostRows ? view.limit : analytics.usualRows,
  };
  const compared = { ...settledView, compare: within(view.compare, comparisons(settledView, analytics)) };
  return { ...compared, chart: within(view.chart, chartsOf(compared, analytics)) };
}

/** What was asked, in the words of the declarations. */
export function askedOf({ measures, rows, cols, compare }: View, { measures: all, dimensions }: Analytics): Asked {
  return {
    measures: measures.flatMap((name) => called(all, name) ?? []),
    rows: called(dimensions, rows),
    cols: called(dimensions, cols),
    compare,
  };
}

/** How a view can be shown: nothing is to be chosen where there is only a table. */
export function chartsOf(view: View, analytics: Analytics): string[] {
  const kinds = kindsFor(askedOf(view, analytics)).filter((kind) => analytics.chartKinds.includes(kind));
  return kinds.length > 0 ? ['table', ...kinds] : [];
}

/** How it is shown. */
export const shownAs = (view: View, analytics: Analytics): string => view.chart ?? chosenKind(askedOf(view, analytics));

/** What the figures of a view can be compared with. */
export function comparisons(
  { from, to, measures }: Pick<View, 'from' | 'to' | 'measures'>,
  { measures: all }: Analytics,
): string[] {
  const listed = measures.some((name) => called(all, name)?.listed);
  return [...(from && to ? ['previous'] : []), ...(listed ? ['listed'] : [])];
}

/** What an address says that the view does not: it is not possible, or there is no such thing. */
export function replacedIn(query: string, view: View, own: string[]): { name: string; value: string }[] {
  const has: Record<string, (value: string) => boolean> = {
    measures: (value) => view.measures.includes(value),
    sort: (value) => value === `${view.sort.by}:${view.sort.direction}`,
    limit: (value) => value === String(view.limit),
    filters: (value) => {
      const asked = readFilters(value);
      return asked ? writeFilters(asked) === (view.filters && writeFilters(view.filters)) : value.trim() === '';
    },
  };
  for (const name of ['dataset', 'rows', 'cols', 'from', 'to', 'grain', 'chart', 'compare'] as const) {
    has[name] = (value) => value === view[name];
  }
  return [...new URLSearchParams(query)]
    .filter(([name, value]) => !own.includes(name) && !has[name]?.(value))
    .map(([name, value]) => ({ name, value }));
}

const day = (text: string | undefined): string | undefined => (text !== undefined && isDay(text) ? text : undefined);

const inOrder = (from: string | undefined, to: string | undefined) =>
  from && to && from > to ? [to, from] : [from, to];

/** Writes it: what is usual is left out. */
export function formatView(view: View, { usualRows }: Pick<Analytics, 'usualRows'>): string {
  const out = new URLSearchParams({ dataset: view.dataset });
  for (const name of view.measures) out.append('measures', name);
  for (const name of ['rows', 'cols', 'from', 'to', 'grain', 'chart', 'compare'] as const) {
    const value = view[name];
    if (value !== undefined) out.set(name, value);
  }
  if (view.filters) out.set('filters', writeFilters(view.filters));
  if (view.sort.by !== USUAL_SORT.by || view.sort.direction !== USUAL_SORT.direction) {
    out.set('sort', `${view.sort.by}:${view.sort.direction}`);
  }
  if (view.limit !== usualRows) out.set('limit', String(view.limit));
  return `?${out}`;
}

/** Another dataset: filters speak of its resource, and mean nothing for another one. */
export function ofDataset(view: View, name: string, analytics: Analytics): View {
  const before = called(analytics.datasets, view.dataset)?.resource;
  const after = called(analytics.datasets, name)?.resource;
  return settled({ ...view, dataset: name, filters: before === after ? view.filters : null }, analytics);
}

/** A press on a heading: the other way round if it is the sorted one, else rows from the first, figures from the highest. */
export function sortedBy(view: View, by: string): View {
  const usual: Direction = by === 'row' ? 'asc' : 'desc';
  const turned: Direction = view.sort.direction === 'asc' ? 'desc' : 'asc';
  return { ...view, sort: { by, direction: view.sort.by === by ? turned : usual } };
}
