// A list on a map: the records of its filter that have a place.
import { formatNumber } from '@mizan/ui-kit/formats';
import { PlaceMap } from '@mizan/ui-kit/map';
import { m } from '@mizan/ui-kit/messages';
import { keepPreviousData } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useGetList, type RaRecord } from 'ra-core';
import { useNavigate } from 'react-router';
import { isObject } from '../data/changes.ts';
import { hintOf, titleOf } from '../document/resources.ts';
import { NotLoaded } from '../frame/not-loaded.tsx';
import { Notice } from '../frame/notice.tsx';
import styles from './map.module.css';
import { filterOf } from './narrowed.ts';
import { useOpen } from './use-open.ts';
import type { ViewProps } from './view-props.ts';

/** So many are read, a hundred at a time. */
const MOST = 1000;

export default function MapView({ resource, fields: [field = ''], list }: ViewProps) {
  const navigate = useNavigate();
  const open = useOpen(resource);
  const { sort } = list.query;
  const {
    data,
    total = 0,
    error,
    refetch,
    isFetching,
    isPlaceholderData,
  } = useGetList<RaRecord<string>>(
    resource.name,
    { pagination: { page: 1, perPage: MOST }, ...(sort && { sort }), filter: filterOf(list.query) },
    { enabled: !list.waiting, placeholderData: keepPreviousData, retry: false },
  );
  const points = useMemo(
    () =>
      (data ?? []).flatMap((record) => {
        const place = placeOf(record[field]);
        return place
          ? [{ ...place, label: titleOf(resource, record), value: hintOf(resource, record), href: open(record) }]
          : [];
      }),
    [data, field, resource, open],
  );
  if (error && (!data || isPlaceholderData))
    return <NotLoaded title={m.admin_list_failed({ label: resource.nouns })} error={error} onRetry={refetch} />;
  if (!data) return <div className={styles.map} aria-busy="true" />;
  const without = data.length - points.length;
  return (
    <div className={styles.view} aria-busy={isFetching}>
      {points.length === 0 ? (
        <Notice title={m.list_view_map_none({ label: resource.nouns })} text={m.list_view_map_none_text()} />
      ) : (
        <div className={styles.map}>
          <PlaceMap points={points} go={(href) => void navigate(href)} clusters />
        </div>
      )}
      <p className={styles.note} role="status">
        {m.list_view_map_shown({
          shown: formatNumber(points.length),
          total: formatNumber(total),
          label: resource.nouns,
        })}
        {without > 0 && ` ${m.list_view_map_without({ count: without, shown: formatNumber(without) })}`}
        {total > MOST && ` ${m.list_view_map_more({ count: formatNumber(MOST), label: resource.nouns })}`}
      </p>
    </div>
  );
}

/** The place of a record, if it has one. */
function placeOf(value: unknown): { latitude: number; longitude: number } | undefined {
  if (!isObject(value)) return undefined;
  const { latitude, longitude } = value;
  return typeof latitude === 'number' && typeof longitude === 'number' ? { latitude, longitude } : undefined;
}
