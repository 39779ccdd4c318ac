// Coverage and last rotation of projects. Those that are asked for in the same moment share one request.
import { api, dataOf } from '@mizan/ui-kit/http';
import { useQuery } from '@tanstack/react-query';

export interface PlannedProject {
  units: number;
  covered: number;
  lastRotation: { weekStart: string } | null;
}

/** The maximum number of projects per request. */
const MOST = 100;

const read = async (project: string[]): Promise<Map<string, PlannedProject>> => {
  const { items } = dataOf(await api.GET('/api/backoffice/rotation-planning', { params: { query: { project } } }));
  return new Map(items.map(({ _id, units, covered, lastRotation = null }) => [_id, { units, covered, lastRotation }]));
};

let waiting: { ids: string[]; answer: Promise<Map<string, PlannedProject>> } | undefined;

/** Nothing of a request is kept once it was sent. */
function load(id: string): Promise<Map<string, PlannedProject>> {
  if (!waiting || waiting.ids.length === MOST) {
    const ids: string[] = [];
    const batch = {
      ids,
      answer: new Promise((resolve) => setTimeout(resolve)).then(() => {
        if (waiting === batch) waiting = undefined;
        return read(ids);
      }),
    };
    waiting = batch;
  }
  waiting.ids.push(id);
  return waiting.answer;
}

export function usePlanning(id: string) {
  return useQuery({
    // Under the key of the analytics queries, so that it becomes stale with them.
    queryKey: ['analytics', 'planning', id],
    queryFn: async () => (await load(id)).get(id) ?? null,
    enabled: /^[0-9a-f]{24}$/.test(id),
    staleTime: 60_000,
    retry: false,
  });
}
