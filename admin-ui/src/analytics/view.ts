// A view of the explorer: its address is its only state. This reads it, replaces what the declarations do not allow,
// and writes it in one canonical way, which is also what the server is asked.
import { getLocale } from '@mizan/ui-kit/locale';
import { chosenKind, kindsFor } from '../charts/kinds.ts';
import type { ChartQuery } from '../charts/types.ts';
import { isDay } from '../data/filter-definition.ts';
import { readFilters, writeFilters, type FilterGroup } from '../data/filter-group.ts';
import { byName, isKnownBy, type Analytics, type Dataset, type Measure } from '../document/analytics.ts';

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
export const listOf = (items: string[]): string =>
  new Intl.ListFormat(getLocale(), { type: 'conjunction' }).format(items);

const USUAL_SORT = { by: 'row', direction: 'asc' } as const;

/** Reads a query string; a value that is not possible is as if it were not there. */
export function parseView(query: string, analytics: Analytics): View {
  const params = new URLSearchParams(query);
  const one = (name: string): string | undefined => params.get(name) ?? undefined;
  const [by = '', direction] = (one('sort') ?? '').split(':');
  const dataset = byName(analytics.datasets, one('dataset'));
  return settled(
    {
      dataset: one('dataset') ?? '',
      measures: params.getAll('measures'),
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

/** Counts say least: the first that is none, of those that can be grouped as the view says. */
function usualMeasures({ measures }: Dataset, { measures: all }: Analytics, by: (string | undefined)[]): string[] {
  const possible = measures.filter((name) => by.every((one) => one === undefined || isKnown(name, one, all)));
  const among = possible.length > 0 ? possible : measures;
  return [among.find((name) => byName(all, name)?.unit) ?? among[0]].filter((name) => name !== undefined);
}

const isKnown = (name: string, dimension: string, all: Measure[]): boolean =>
  isKnownBy(byName(all, name) ?? {}, dimension);

/** The chosen values that cannot be grouped by a dimension. */
export const unknownBy = (
  dimension: string,
  chosen: string[],
  { measures: all }: Pick<Analytics, 'measures'>,
): string[] => chosen.filter((name) => !isKnown(name, dimension, all));

const within = (name: string | undefined, all: string[]): string | undefined =>
  name !== undefined && all.includes(name) ? name : undefined;

/** The same view with what is possible: what goes with something else goes when that is gone. */
export function settled(view: View, analytics: Analytics): View {
  const dataset = byName(analytics.datasets, view.dataset) ?? first(analytics);
  const valid = [...new Set(view.measures)].filter((name) => dataset.measures.includes(name));
  const grouping = [view.rows, view.cols].map((name) => within(name, dataset.dimensions));
  const measures =
    valid.length > 0 ? valid.slice(0, analytics.mostMeasures) : usualMeasures(dataset, analytics, grouping);
  // The values decide what they can be grouped by.
  const dimensions = dataset.dimensions.filter((name) => unknownBy(name, measures, analytics).length === 0);
  const rows = within(view.rows, dimensions);
  const cols = rows === undefined || view.cols === rows ? undefined : within(view.cols, dimensions);
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
    grain: [rows, cols].some((name) => byName(analytics.dimensions, name)?.kind === 'time')
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
export function queryOf({ measures, rows, cols, compare }: View, { measures: all, dimensions }: Analytics): ChartQuery {
  return {
    measures: measures.flatMap((name) => byName(all, name) ?? []),
    rows: byName(dimensions, rows),
    cols: byName(dimensions, cols),
    compare,
  };
}

/** How a view can be shown: nothing is to be chosen where there is only a table. */
export function chartsOf(view: View, analytics: Analytics): string[] {
  const kinds = kindsFor(queryOf(view, analytics)).filter((kind) => analytics.chartKinds.includes(kind));
  return kinds.length > 0 ? ['table', ...kinds] : [];
}

/** How it is shown. */
export const shownAs = (view: View, analytics: Analytics): string => view.chart ?? chosenKind(queryOf(view, analytics));

/** What the values of a view can be compared with. */
export function comparisons(
  { from, to, measures }: Pick<View, 'from' | 'to' | 'measures'>,
  { measures: all }: Analytics,
): string[] {
  const listed = measures.some((name) => byName(all, name)?.listed);
  return [...(from && to ? ['previous'] : []), ...(listed ? ['listed'] : [])];
}

/** A part of an address that the view does not have as it was said, and why. */
export interface Replaced {
  name: string;
  value: string;
  /**
   * It was put in order, said twice, past the last page, or these values cannot be grouped by it. Otherwise it is not
   * possible, or there is no such thing.
   */
  why?: 'order' | 'repeated' | 'last' | 'grouping';
  measures?: string[];
}

const SINGLE = ['dataset', 'rows', 'cols', 'from', 'to', 'grain', 'chart', 'compare'] as const;

/**
 * What an address says that the view does not. `own` is what is said beside the view, as far as it is possible; other
 * values of its names are replaced, too.
 */
export function replacedIn(query: string, view: View, analytics: Analytics, own = new URLSearchParams()): Replaced[] {
  const params = new URLSearchParams(query);
  const has: Record<string, (value: string) => boolean> = {
    measures: (value) => view.measures.includes(value),
    sort: (value) => value === `${view.sort.by}:${view.sort.direction}`,
    limit: (value) => value === String(view.limit),
    filters: (value) => {
      const valid = readFilters(value);
      return valid ? writeFilters(valid) === (view.filters && writeFilters(view.filters)) : value.trim() === '';
    },
    // The first page needs no saying.
    page: (value) => value === '1' && !own.has('page'),
  };
  for (const name of SINGLE) has[name] = (value) => value === view[name];
  // How it is shown by itself may be said.
  has['chart'] = (value) => value === shownAs(view, analytics);
  const reversed = params.get('from') === view.to && params.get('to') === view.from && view.from !== view.to;
  const pairs = new Set<string>();
  return [...params].flatMap(([name, value]): Replaced[] => {
    const pair = JSON.stringify([name, value]);
    const repeated = pairs.has(pair);
    pairs.add(pair);
    if (reversed && (name === 'from' || name === 'to')) return name === 'from' ? [{ name, value, why: 'order' }] : [];
    const isOwn = own.has(name) && own.getAll(name).includes(value);
    if (isOwn || has[name]?.(value)) return repeated ? [{ name, value, why: 'repeated' }] : [];
    const measures = name === 'rows' || name === 'cols' ? unknownBy(value, view.measures, analytics) : [];
    const known = byName(analytics.dimensions, value) !== undefined;
    return [known && measures.length > 0 ? { name, value, why: 'grouping', measures } : { name, value }];
  });
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
  const before = byName(analytics.datasets, view.dataset)?.resource;
  const after = byName(analytics.datasets, name)?.resource;
  return settled({ ...view, dataset: name, filters: before === after ? view.filters : null }, analytics);
}

/** A press on a heading: the other way round if it is the sorted one, else rows from the first, values from the highest. */
export function sortedBy(view: View, by: string): View {
  const usual: Direction = by === 'row' ? 'asc' : 'desc';
  const reversed: Direction = view.sort.direction === 'asc' ? 'desc' : 'asc';
  return { ...view, sort: { by, direction: view.sort.by === by ? reversed : usual } };
}
