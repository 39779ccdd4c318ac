// The user's own subscriptions to a saved item: when it comes by mail.
import { send } from '@mizan/ui-kit/send';
import { product } from '@mizan/ui-kit/product';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useOffers } from '../document/offers.ts';
import { api } from '../paths.ts';
import type { Saved, SavedCollection } from './collection.ts';

export const OPERATORS = [
  'greater_than',
  'greater_than_or_equal',
  'less_than',
  'less_than_or_equal',
  'equals',
] as const;
export type Operator = (typeof OPERATORS)[number];

export const FORMATS = ['html', 'xlsx'] as const;
export type Format = (typeof FORMATS)[number];

export interface Schedule {
  /** From 1 for Monday to 7; none for every day. */
  weekday?: number | null;
  /** `08:00`, in the product's time zone. */
  time: string;
}

export interface Bound {
  operator: Operator;
  count: number;
}

export type SubscriptionInput = { format: Format } & ({ schedule: Schedule } | { when: Bound });

export interface Subscription {
  id: string;
  schedule: Schedule | null;
  when: Bound | null;
  format: Format;
  /** When it was sent last. */
  lastAt: string | null;
}

interface Served {
  items?: (Omit<Subscription, 'id'> & { _id: string })[];
}

const pathOf = ({ address }: SavedCollection, { id }: Saved, rest = ''): string =>
  `${api.subscribed(address)}/${encodeURIComponent(id)}/subscriptions${rest}`;

/** Whether saved items of this kind can be sent by mail. */
export function useSends({ address }: SavedCollection): boolean {
  const { subscriptions } = useOffers();
  return product().mail === true && subscriptions.includes(address);
}

const keyOf = ({ key }: SavedCollection, { id }: Saved): string[] => [...key, 'subscriptions', id];

export const useSubscriptions = (collection: SavedCollection, saved: Saved) =>
  useQuery({
    queryKey: keyOf(collection, saved),
    async queryFn({ signal }): Promise<Subscription[]> {
      const served = (await (await send(pathOf(collection, saved), { signal })).json()) as Served | Served['items'];
      const items = (Array.isArray(served) ? served : served?.items) ?? [];
      return items.map(({ _id: id, ...rest }) => ({ ...rest, id }));
    },
    staleTime: 0,
    retry: false,
  });

/** Writes, each followed by a refetch of the list. A rejection is thrown as the server's problem document. */
export function useSubscriptionChanges(collection: SavedCollection, saved: Saved) {
  const client = useQueryClient();
  return useMemo(() => {
    const refetch = () => client.invalidateQueries({ queryKey: keyOf(collection, saved) });
    return {
      async add(body: SubscriptionInput, key: string): Promise<void> {
        await send(pathOf(collection, saved), { method: 'POST', body, key });
        await refetch();
      },
      async stop(id: string): Promise<void> {
        await send(pathOf(collection, saved, `/${encodeURIComponent(id)}`), { method: 'DELETE' });
        await refetch();
      },
    };
  }, [client, collection, saved]);
}
