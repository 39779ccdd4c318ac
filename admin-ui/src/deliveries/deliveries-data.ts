// The requests of what was sent to a webhook.
import { send } from '@mizan/ui-kit/send';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { attachedTo, pathOf } from '../document/attached.ts';
import type { Resource } from '../document/resources.ts';

export const STATES = ['pending', 'delivered', 'failed'] as const;
export type DeliveryState = (typeof STATES)[number];

export interface Delivery {
  /** The identifier of the message. */
  id: string;
  /** `units.updated`. */
  event: string;
  resource: string;
  recordId: string;
  /** The title of the record; null when the reader may not read it. */
  title: string | null;
  state: DeliveryState;
  attempts: number;
  lastAt: string | null;
  /** The status of the last answer, and why it was not accepted. */
  lastStatus: number | null;
  lastError: string | null;
  nextAt: string | null;
  createdAt: string;
}

interface Page {
  items: (Omit<Delivery, 'id'> & { _id: string })[];
  total: number;
  totalPages: number;
}

const LIMIT = 20;
/** In milliseconds: how often what is still to be sent is looked at. */
const PENDING = 5000;

/** The newest first. */
export function useDeliveries(resource: Resource, id: string, state: DeliveryState | undefined) {
  const { deliveries } = attachedTo(resource);
  const query = useInfiniteQuery({
    queryKey: [resource.name, 'deliveries', id, state],
    enabled: deliveries !== undefined,
    initialPageParam: 1,
    async queryFn({ pageParam, signal }) {
      if (!deliveries) return { items: [], total: 0, totalPages: 0 };
      const search = new URLSearchParams({ page: `${pageParam}`, limit: `${LIMIT}`, ...(state && { state }) });
      return (await (await send(`${pathOf(deliveries, id)}?${search}`, { signal })).json()) as Page;
    },
    getNextPageParam: (last, all) => (all.length < last.totalPages ? all.length + 1 : undefined),
    staleTime: 0,
    refetchOnMount: 'always',
    refetchInterval: ({ state: { data } }) =>
      data?.pages.some(({ items }) => items.some((one) => one.state === 'pending')) ? PENDING : false,
    retry: false,
  });
  const byId = new Map(
    (query.data?.pages ?? []).flatMap(({ items }) =>
      // A delivery that was made meanwhile moves the others to later pages.
      items.map(({ _id: key, ...rest }): [string, Delivery] => [key, { ...rest, id: key }]),
    ),
  );
  return { ...query, deliveries: [...byId.values()] };
}

/** Sends a message once more. */
export function useReplay(resource: Resource, id: string): (delivery: string) => Promise<void> {
  const client = useQueryClient();
  const { replay } = attachedTo(resource);
  return async (delivery) => {
    if (!replay) return;
    await send(pathOf(replay, id, delivery), { method: 'POST' });
    await client.invalidateQueries({ queryKey: [resource.name, 'deliveries', id] });
  };
}
