// The card of a list that is no resource: its tools, the entries of a page or what stands in their place, and the footer.
import { m } from '@mizan/ui-kit/messages';
import { Skeleton } from '@mizan/ui-kit/skeleton';
import type { ReactNode } from 'react';
import type { AnswerPage } from '../data/answer-page.ts';
import { NotLoaded } from '../frame/not-loaded.tsx';
import { Notice } from '../frame/notice.tsx';
import styles from './paged-card.module.css';
import { Pages, type Paged } from './pages.tsx';

interface Props<Item> {
  /** The name of the list. */
  label: string;
  /** Filters above the entries. */
  tools?: ReactNode;
  /** The request of the page. */
  answer: { data: AnswerPage<Item> | undefined; error: unknown; isFetching: boolean; refetch: () => unknown };
  /** Which page it is, and how others are opened. */
  list: Pick<Paged, 'query' | 'go' | 'linkTo'>;
  /** The message when it cannot be loaded. */
  failed: string;
  /** What is said when there is no entry. */
  none: { title: string; text?: string };
  /** What is shown in place of the entries. */
  instead?: ReactNode;
  children: (items: Item[]) => ReactNode;
}

export function PagedCard<Item>({ label, tools, answer, list, failed, none, instead, children }: Props<Item>) {
  const { error, isFetching, refetch } = answer;
  const data = instead ? undefined : answer.data;
  return (
    <div className={styles.card} aria-busy={isFetching}>
      {tools}
      {instead ||
        (error && !data ? (
          <NotLoaded title={failed} error={error} onRetry={refetch} />
        ) : !data ? (
          <div role="status" aria-label={m.admin_loading()} className={styles.bones}>
            {[64, 48, 56].map((width) => (
              <Skeleton key={width} width={`${width}%`} height={28} />
            ))}
          </div>
        ) : data.total === 0 ? (
          <Notice {...none} />
        ) : (
          children(data.items)
        ))}
      {data && data.total > 0 && (
        <Pages label={label} list={{ ...list, total: data.total, pages: data.totalPages, records: data.items }} />
      )}
    </div>
  );
}

/** A choice among values in the tools of such a card, or any of them. */
export function PagedChoice<Value extends string>({ label, any, value, options, onChoose }: ChoiceProps<Value>) {
  return (
    <select
      className={styles.choice}
      aria-label={label}
      value={value ?? ''}
      onChange={({ target }) => onChoose((target.value || undefined) as Value | undefined)}
    >
      {any !== undefined && <option value="">{any}</option>}
      {options.map(([one, text]) => (
        <option key={one} value={one}>
          {text}
        </option>
      ))}
    </select>
  );
}

interface ChoiceProps<Value extends string> {
  label: string;
  /** The text of no choice; without it there is always one. */
  any?: string;
  value: Value | undefined;
  /** The values with their texts. */
  options: [Value, string][];
  onChoose: (value: Value | undefined) => void;
}

/** The filters above the entries. */
export const PagedTools = ({ children }: { children: ReactNode }) => <div className={styles.tools}>{children}</div>;
