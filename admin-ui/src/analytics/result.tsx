// What came of a view: the table, or why there is none.
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { formatDateTime, formatNumber } from '@mizan/ui-kit/formats';
import { m } from '@mizan/ui-kit/messages';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { isStatus, sentenceOf } from '../data/problems.ts';
import type { Analytics } from '../document/analytics.ts';
import { Notice } from '../frame/notice.tsx';
import type { Answered, AnswerState } from './analytics-data.ts';
import { AnswerTable } from './answer-table.tsx';
import styles from './explorer.module.css';
import { useRecordsBehind } from './records-behind.ts';
import { shapeOf } from './table-shape.ts';
import type { View } from './view.ts';

/** More of them are nothing that anybody reads; an export holds all. */
const MOST_COLS = 60;

interface Props {
  analytics: Analytics;
  asked: AnswerState;
  onSort: (sort: View['sort']) => void;
}

export function Result({ analytics, asked, onSort }: Props) {
  const { data, error, isPlaceholderData, refetch } = asked;
  if (error && (!data || isPlaceholderData)) {
    // What is not possible is not possible a second time either.
    const refused = isStatus(error, 400);
    return (
      <Notice
        failure
        title={refused ? m.analytics_refused() : m.analytics_failed()}
        text={sentenceOf(error, m.admin_try_again_later())}
      >
        {!refused && (
          <Button variant="outlined" onClick={() => void refetch()}>
            {m.admin_retry()}
          </Button>
        )}
      </Notice>
    );
  }
  if (data) return <Table analytics={analytics} answered={data} onSort={onSort} />;
  return (
    <div role="status" aria-label={m.analytics_loading()} className={styles.bones}>
      {[88, 72, 80, 64, 76].map((width) => (
        <Skeleton key={width} width={`${width}%`} height={28} />
      ))}
    </div>
  );
}

function Table({ analytics, answered, onSort }: { analytics: Analytics; answered: Answered; onSort: Props['onSort'] }) {
  const { view, answer } = answered;
  const shape = useMemo(() => shapeOf(answer), [answer]);
  const { label, to } = useRecordsBehind(analytics, view);
  const all = to();
  if (answer.total === 0) return <Notice title={m.analytics_empty()} text={m.analytics_empty_text()} />;
  const cols = shape.cols.slice(0, MOST_COLS);
  return (
    <>
      <AnswerTable analytics={analytics} view={view} shape={{ ...shape, cols }} recordsOf={to} onSort={onSort} />
      <footer className={styles.foot}>
        {cols.length < shape.cols.length && (
          <p className={styles.cut}>
            {m.analytics_cols_most({ shown: cols.length, total: formatNumber(shape.cols.length) })}
          </p>
        )}
        <p>
          {m.analytics_n_text()} {m.analytics_as_of({ time: formatDateTime(answer.asOf) })}
        </p>
        {all && (
          <Link to={all} className={styles.records}>
            {m.analytics_records({ label })}
          </Link>
        )}
      </footer>
    </>
  );
}
