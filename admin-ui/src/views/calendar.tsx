// A list as a calendar: the records of a month, on a phone of a week, by a date or from one to another.
import { dayOf, formatNumber } from '@mizan/ui-kit/formats';
import { m } from '@mizan/ui-kit/messages';
import { useMedia } from '@mizan/ui-kit/use-media';
import { keepPreviousData } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useGetList, type RaRecord } from 'ra-core';
import { Link } from 'react-router';
import { definitionOf } from '../data/filter-definition.ts';
import { useMay } from '../document/context.tsx';
import { useDefinitions } from '../filters/use-definitions.ts';
import { Icon } from '../frame/icon.tsx';
import { NotLoaded } from '../frame/not-loaded.tsx';
import { Agenda } from './agenda.tsx';
import styles from './calendar.module.css';
import { daysLater, monthName, monthsLater, weekName, weekOf, weeksOf } from './days.ts';
import { entriesOf, rangeCondition } from './entries.ts';
import { Month } from './month.tsx';
import { filterOf } from './narrowed.ts';
import { useOpen } from './use-open.ts';
import type { ViewProps } from './view-props.ts';

/** All in one request; where there are more, it is said. */
const MOST = 100;

export default function Calendar({ resource, fields, list }: ViewProps) {
  const phone = useMedia('(max-width: 47.99rem)');
  const may = useMay();
  const open = useOpen(resource);
  const [today] = useState(() => dayOf(new Date()));
  const day = list.query.day ?? today;
  const weeks = useMemo(() => (phone ? [weekOf(day)] : weeksOf(day)), [phone, day]);
  const days = useMemo(() => weeks.flat(), [weeks]);
  const [from = '', to] = fields;
  // Only whether the end of a period may be missing has to be known before.
  const definitions = useDefinitions(resource, to !== undefined && may(resource, 'filters'));
  const isOpen = definitionOf(definitions.data ?? [], to ?? '')?.operators.includes('is_missing') ?? false;
  const answer = useGetList<RaRecord<string>>(
    resource.name,
    {
      pagination: { page: 1, perPage: MOST },
      sort: { field: from, order: 'ASC' },
      filter: filterOf(list.query, rangeCondition(fields, days, isOpen)),
    },
    {
      enabled: !list.waiting && (to === undefined || !definitions.isPending),
      placeholderData: keepPreviousData,
      retry: false,
    },
  );
  const { data, total = 0, isPlaceholderData, error } = answer;
  const entries = useMemo(() => entriesOf(data ?? [], fields, days), [data, fields, days]);
  const name = phone ? weekName(days) : monthName(day);
  const step = (by: number) => (phone ? daysLater(day, 7 * by) : monthsLater(day, by));
  const isLoaded = data !== undefined && !isPlaceholderData;

  return (
    <div className={styles.calendar} aria-busy={answer.isFetching}>
      <div className={styles.head}>
        <h2 className={styles.name} aria-live="polite">
          {name}
        </h2>
        <p className={styles.note} role="status">
          {isLoaded && total === 0 && m.list_view_calendar_none({ label: resource.nouns })}
          {isLoaded &&
            total > MOST &&
            m.list_view_calendar_more({ shown: formatNumber(MOST), total: formatNumber(total) })}
        </p>
        <nav className={styles.steps} aria-label={m.list_view_calendar_steps()}>
          <Link
            to={list.linkTo({ day: step(-1) })}
            className={styles.step}
            aria-label={phone ? m.list_view_calendar_week_before() : m.list_view_calendar_month_before()}
          >
            <Icon name="previous" size={18} />
          </Link>
          <Link to={list.linkTo({ day: undefined })} className={styles.step}>
            {m.list_view_calendar_today()}
          </Link>
          <Link
            to={list.linkTo({ day: step(1) })}
            className={styles.step}
            aria-label={phone ? m.list_view_calendar_week_after() : m.list_view_calendar_month_after()}
          >
            <Icon name="next" size={18} />
          </Link>
        </nav>
      </div>
      {error && !isLoaded ? (
        <NotLoaded title={m.admin_list_failed({ label: resource.nouns })} error={error} onRetry={answer.refetch} />
      ) : phone ? (
        <Agenda {...{ resource, days, entries, open, today }} field={from} />
      ) : (
        <Month {...{ resource, weeks, entries, open, today, name }} month={day.slice(0, 7)} field={from} />
      )}
    </div>
  );
}
