// A view of the explorer, whose only state is the URL. Parses it, replaces what the declarations do not allow, and
// formats it in canonical form, which is also the server's request.
import { isDay } from '@mizan/ui-kit/day';
import { getLocale } from '@mizan/ui-kit/locale';
import { chosenKind, kindsFor } from '../charts/kinds.ts';
import type { ChartQuery } from '../charts/types.ts';
import { readFilter, writeFilters, type ReadFilter } from '../data/filter-group.ts';
import { byName, isKnownBy, type Analytics, type Dataset, type Measure } from '../document/analytics.ts';

export type Direction = 'asc' | 'desc';

export interface View extends ReadFilter {
  dataset: string;
  measures: string[];
  rows: string | undefined;
  cols: string | undefined;
  from: string | undefined;
  to: string | undefined;
  grain: string | undefined;
  /** `table`, or a kind of chart; undefined chooses one by the query. */
  chart: string | undefined;
  /** `row`, or one of the measures. */
  sort: { by: string; direction: Direction };
  limit: number;
  compare: string | undefined;
}

/** Formats a list of words for use in a text. */
export const listOf = (items: string[]): string =>
  new Intl.ListFormat(getLocale(), { type: 'conjunction' }).format(items);

/** The same list in its parts, for names that are elements of their own. */
export const partsOfList = (items: string[]): { type: 'element' | 'literal'; value: string }[] =>
  new Intl.ListFormat(getLocale(), { type: 'conjunction' }).formatToParts(items);

const USUAL_SORT = { by: 'row', direction: 'asc' } as const;

/** Parses a query string; impossible values are ignored, except for a filter, which stays as it is. */
export function parseView(query: string, analytics: Analytics): View {
  const params = new URLSearchParams(query);
  const one = (name: string): string | undefined => params.get(name) ?? undefined;
  const [by = '', direction] = (one('sort') ?? '').split(':');
  const dataset = byName(analytics.datasets, one('dataset'));
  return settled(
    {
      dataset: one('dataset') ?? '',
      measures: params.getAll('measures'),
      // A URL without a dataset gets a default dimension, so that it shows something.
      rows: one('rows') ?? (dataset ? undefined : first(analytics).dimensions[0]),
      cols: one('cols'),
      // Two filters are not one that can be read.
      ...readFilter([...new Set(params.getAll('filters'))].join(' ')),
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

/** The default measure: the first one that is no count and can be grouped by these dimensions. */
function usualMeasures({ measures }: Dataset, { measures: all }: Analytics, by: (string | undefined)[]): string[] {
  const possible = measures.filter((name) => by.every((one) => one === undefined || isKnown(name, one, all)));
  const among = possible.length > 0 ? possible : measures;
  return [among.find((name) => byName(all, name)?.unit) ?? among[0]].filter((name) => name !== undefined);
}

const isKnown = (name: string, dimension: string, all: Measure[]): boolean =>
  isKnownBy(byName(all, name) ?? {}, dimension);

/** The chosen measures that cannot be grouped by a dimension. */
export const unknownBy = (
  dimension: string,
  chosen: string[],
  { measures: all }: Pick<Analytics, 'measures'>,
): string[] => chosen.filter((name) => !isKnown(name, dimension, all));

const within = (name: string | undefined, all: string[]): string | undefined =>
  name !== undefined && all.includes(name) ? name : undefined;

/** The same view, restricted to what is possible together. */
export function settled(view: View, analytics: Analytics): View {
  const dataset = byName(analytics.datasets, view.dataset) ?? first(analytics);
  const valid = [...new Set(view.measures)].filter((name) => dataset.measures.includes(name));
  const grouping = [view.rows, view.cols].map((name) => within(name, dataset.dimensions));
  const measures =
    valid.length > 0 ? valid.slice(0, analytics.mostMeasures) : usualMeasures(dataset, analytics, grouping);
  // The measures limit the dimensions.
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

/** The query, in the labels of the declarations. */
export function queryOf({ measures, rows, cols, compare }: View, { measures: all, dimensions }: Analytics): ChartQuery {
  return {
    measures: measures.flatMap((name) => byName(all, name) ?? []),
    rows: byName(dimensions, rows),
    cols: byName(dimensions, cols),
    compare,
  };
}

/** The ways to show a view; empty when there is only a table. */
export function chartsOf(view: View, analytics: Analytics): string[] {
  const kinds = kindsFor(queryOf(view, analytics)).filter((kind) => analytics.chartKinds.includes(kind));
  return kinds.length > 0 ? ['table', ...kinds] : [];
}

/** How the view is shown. */
export const shownAs = (view: View, analytics: Analytics): string => view.chart ?? chosenKind(queryOf(view, analytics));

/** What the values of a view can be compared with. */
export function comparisons(
  { from, to, measures }: Pick<View, 'from' | 'to' | 'measures'>,
  { measures: all }: Analytics,
): string[] {
  const listed = measures.some((name) => byName(all, name)?.listed);
  return [...(from && to ? ['previous'] : []), ...(listed ? ['listed'] : [])];
}

/** A part of the URL that the view does not contain as given, and why. */
export interface Replaced {
  name: string;
  value: string;
  /**
   * It was reordered, repeated, past the last page, or these measures cannot be grouped by it. Undefined: it is
   * impossible or unknown.
   */
  why?: 'order' | 'repeated' | 'last' | 'grouping';
  measures?: string[];
}

const SINGLE = ['dataset', 'rows', 'cols', 'from', 'to', 'grain', 'chart', 'compare'] as const;

/**
 * What the URL has and the view does not. `own` are the valid additional parameters; other values of the same names are
 * reported, too.
 */
export function replacedIn(query: string, view: View, analytics: Analytics, own = new URLSearchParams()): Replaced[] {
  const params = new URLSearchParams(query);
  const has: Record<string, (value: string) => boolean> = {
    measures: (value) => view.measures.includes(value),
    sort: (value) => value === `${view.sort.by}:${view.sort.direction}`,
    limit: (value) => value === String(view.limit),
    // One that cannot be applied stays, and nothing is shown.
    filters: () => true,
    // The first page is the default.
    page: (value) => value === '1' && !own.has('page'),
  };
  for (const name of SINGLE) has[name] = (value) => value === view[name];
  // The default chart may be given explicitly.
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

/** Formats the view; defaults are left out. */
export function formatView(view: View, { usualRows }: Pick<Analytics, 'usualRows'>): string {
  const out = new URLSearchParams({ dataset: view.dataset });
  for (const name of view.measures) out.append('measures', name);
  for (const name of ['rows', 'cols', 'from', 'to', 'grain', 'chart', 'compare'] as const) {
    const value = view[name];
    if (value !== undefined) out.set(name, value);
  }
  if (view.filters) out.set('filters', writeFilters(view.filters));
  else if (view.unreadable !== undefined) out.set('filters', view.unreadable);
  if (view.sort.by !== USUAL_SORT.by || view.sort.direction !== USUAL_SORT.direction) {
    out.set('sort', `${view.sort.by}:${view.sort.direction}`);
  }
  if (view.limit !== usualRows) out.set('limit', String(view.limit));
  return `?${out}`;
}

/** The view for another dataset. Its filters are dropped: they refer to the former one's resource. */
export function ofDataset(view: View, name: string, analytics: Analytics): View {
  const before = byName(analytics.datasets, view.dataset)?.resource;
  const after = byName(analytics.datasets, name)?.resource;
  const filter = before === after ? {} : { filters: null, unreadable: undefined };
  return settled({ ...view, dataset: name, ...filter }, analytics);
}

/**
 * The view after a click on a heading: reverses the direction of the sorted column; otherwise rows ascending, values
 * descending.
 */
export function sortedBy(view: View, by: string): View {
  const usual: Direction = by === 'row' ? 'asc' : 'desc';
  const reversed: Direction = view.sort.direction === 'asc' ? 'desc' : 'asc';
  return { ...view, sort: { by, direction: view.sort.by === by ? reversed : usual } };
}
