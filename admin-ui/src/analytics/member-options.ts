// A user of analytics may lack permission to read the records that a filter names. Their titles are then taken from the
// result, from a dimension over records of the same resource.
import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { byName, isKnownBy, type Analytics } from '../document/analytics.ts';
import { useMay, useResources } from '../document/context.tsx';
import type { Resource } from '../document/resources.ts';
import { useDefinitions, type KnownOptions } from '../filters/use-definitions.ts';
import { fetchAnswer } from './analytics-data.ts';
import type { View } from './view.ts';

const FRESH = 5 * 60_000;

export function useMemberOptions(
  analytics: Analytics,
  { dataset: name }: View,
  filtered: Resource | undefined,
): KnownOptions {
  const resources = useResources();
  const may = useMay();
  const { data: definitions = [] } = useDefinitions(filtered, filtered !== undefined);
  const dataset = byName(analytics.datasets, name);
  const dimensions = analytics.dimensions.filter((one) => dataset?.dimensions.includes(one.name));
  const fields = definitions.flatMap(({ key, reference }) => {
    const resource = resources.find((one) => one.name === reference);
    const dimension = dimensions.find((one) => reference !== undefined && one.resource === reference);
    return dimension && !may(resource, 'list') ? [{ key, rows: dimension.name }] : [];
  });
  const answers = useQueries({
    queries: fields.map(({ rows }) => ({
      queryKey: ['analytics', 'members', name, rows],
      staleTime: FRESH,
      retry: false,
      queryFn: async ({ signal }: { signal: AbortSignal }) => {
        const measure = dataset?.measures.find((one) => isKnownBy(byName(analytics.measures, one) ?? {}, rows)) ?? '';
        const query = new URLSearchParams({
          dataset: name,
          measures: measure,
          rows,
          limit: String(analytics.mostRows),
        });
        const answer = await fetchAnswer(analytics, `?${query}`, signal);
        return answer.rows.flatMap(({ row }) => (row.key === null ? [] : [{ value: row.key, label: row.label }]));
      },
    })),
    combine: (all) => all.map(({ data }) => data),
  });
  const keys = fields.map(({ key }) => key).join(' ');
  return useMemo(() => {
    const known: KnownOptions = {};
    keys.split(' ').forEach((key, index) => {
      const options = answers[index];
      if (key && options) known[key] = options;
    });
    return known;
  }, [keys, answers]);
}
