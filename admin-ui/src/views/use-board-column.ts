// The records of a board's column: pages of the list with one value of its field, and the cards that were moved there.
import { keepPreviousData } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { useInfiniteGetList, type RaRecord } from 'ra-core';
import type { Condition } from '../data/filter-group.ts';
import type { Resource } from '../document/resources.ts';
import { filterOf } from './narrowed.ts';
import type { ColumnValue, Move, Moves } from './use-moves.ts';
import type { ViewedList } from './view-props.ts';

const PAGE = { page: 1, perPage: 20 };

interface Column {
  resource: Resource;
  field: string;
  value: ColumnValue;
  list: ViewedList;
  moves: Moves;
}

const conditionOf = (field: string, value: ColumnValue): Condition =>
  value === null ? { field, operator: 'is_missing' } : { field, operator: 'equals', value };

export function useBoardColumn({ resource, field, value, list, moves }: Column) {
  const { sort } = list.query;
  const params = { pagination: PAGE, ...(sort && { sort }), filter: filterOf(list.query, [conditionOf(field, value)]) };
  const options = { enabled: !list.waiting, placeholderData: keepPreviousData, retry: false } as const;
  const answer = useInfiniteGetList<RaRecord<string>>(resource.name, params, options);
  const { data, dataUpdatedAt, hasNextPage, isPlaceholderData } = answer;
  // A page that is loaded later may repeat a record of the page before it.
  const loaded = useMemo(
    () => data && new Map(data.pages.flatMap((page) => page.data).map((row) => [row.id, row])),
    [data],
  );
  const { all, forget } = moves;
  const isSettled = ({ savedAt }: Move) => savedAt !== undefined && dataUpdatedAt > savedAt;

  useEffect(() => {
    if (!loaded || isPlaceholderData) return;
    for (const [id, move] of all) {
      if (move.savedAt === undefined || dataUpdatedAt <= move.savedAt) continue;
      // Someone has moved it on, or the list does not have it any more.
      const contradicted = move.to === value ? !hasNextPage && !loaded.has(id) : loaded.has(id);
      if (contradicted) forget(id);
    }
  }, [loaded, isPlaceholderData, dataUpdatedAt, hasNextPage, value, all, forget]);

  const pinned = [...all.values()].filter(({ to }) => to === value).toReversed();
  const rows = loaded && [
    ...pinned.map(({ record }) => record),
    ...[...loaded.values()].filter(({ id }) => !all.has(id)),
  ];
  const total = data?.pages[0]?.total;
  const uncounted = [...all.values()].filter((move) => !isSettled(move));
  const difference =
    uncounted.filter(({ to }) => to === value).length - uncounted.filter(({ from }) => from === value).length;
  return { ...answer, rows, total: total === undefined ? undefined : Math.max(0, total + difference) };
}
