// Finding a record of another resource by what is typed, and what a record is called that is known by its identifier.
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { titleOf, type Resource } from '../document/resources.ts';
import { records } from './data-provider.ts';

const PAUSE = 200;
const MOST = 100;

export interface Option {
  id: string;
  title: string;
}

/** The records that what is typed finds, asked for while they are wanted. */
export function useOptions(target: Resource | undefined, typed: string, wanted: boolean) {
  const search = useSettled(typed.trim());
  return useQuery({
    queryKey: [target?.name, 'options', search],
    enabled: wanted && target !== undefined,
    placeholderData: keepPreviousData,
    retry: false,
    queryFn: async ({ signal }): Promise<Option[]> => {
      const resource = target as Resource;
      const { items } = await records.list(
        resource,
        { page: 1, limit: MOST, search, sort: resource.defaultSort },
        signal,
      );
      return items.map((item) => ({ id: item.id, title: titleOf(resource, item) }));
    },
  });
}

export const titleKey = (target: string | undefined, id: string | undefined) => [target, 'title', id];

/** Asks what a record is called. */
export const titleQuery = (target: Resource | undefined, id: string | undefined) =>
  queryOptions({
    queryKey: titleKey(target?.name, id),
    retry: false,
    queryFn: async ({ signal }) => {
      const resource = target as Resource;
      return titleOf(resource, (await records.view(resource, id as string, signal)).record);
    },
  });

/** What the chosen record is called: known already, or asked for. */
export function useTitle(
  target: Resource | undefined,
  id: string | undefined,
  known: string | undefined,
): string | undefined {
  const asked = useQuery({
    ...titleQuery(target, id),
    enabled: known === undefined && id !== undefined && target?.operations.view !== undefined,
  });
  return known ?? asked.data ?? (asked.isError ? id : undefined);
}

/** A value once it has not changed for a moment. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), value === '' ? 0 : PAUSE);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
