// The footer of a list: the range of results, the page size, and links to other pages.
import { m } from '@mizan/ui-kit/messages';
import { formatNumber } from '@mizan/ui-kit/formats';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Icon } from '../frame/icon.tsx';
import { PAGE_SIZES } from './list-search.ts';
import { pageWindow, resultsOf } from './page-window.ts';
import styles from './pages.module.css';

/** The state that the footer needs. */
export interface Paged {
  query: { page: number; perPage: number };
  total: number;
  pages: number;
  /** The records of this page, once loaded. */
  records?: ArrayLike<unknown> | undefined;
  go: (change: { page?: number; perPage?: number }) => void;
  linkTo: (change: { page?: number }) => string;
}

export function Pages({ list, label }: { list: Paged; label: string }) {
  const { query, total, pages, records } = list;
  const { from, to } = resultsOf(query.page, query.perPage, records?.length ?? 0);
  const sizes = PAGE_SIZES.includes(query.perPage)
    ? PAGE_SIZES
    : [...PAGE_SIZES, query.perPage].toSorted((a, b) => a - b);
  return (
    <footer className={styles.pages}>
      <p className={styles.results} role="status">
        {from > 0 &&
          m.admin_list_showing({ from: formatNumber(from), to: formatNumber(to), total: formatNumber(total) })}
      </p>
      <label className={styles.size}>
        <span className={styles.sizeLabel}>{m.admin_list_page_size()}</span>
        <select
          className={styles.select}
          value={query.perPage}
          onChange={(event) => list.go({ perPage: Number(event.target.value), page: 1 })}
        >
          {sizes.map((size) => (
            <option key={size} value={size}>
              {size}
            </option>
          ))}
        </select>
      </label>
      {pages > 0 && (
        <>
          <p className={styles.of}>
            {m.admin_list_page_of({ page: formatNumber(query.page), pages: formatNumber(pages) })}
          </p>
          <nav className={styles.links} aria-label={m.admin_list_pages({ label })}>
            <Step list={list} to={query.page - 1} there={query.page > 1}>
              <Icon name="previous" size={16} />
              <span className={styles.word}>{m.admin_list_previous()}</span>
            </Step>
            {pageWindow(query.page, pages).map((page, index) =>
              page === 'gap' ? (
                <span key={index === 1 ? 'before' : 'after'} className={styles.gap} aria-hidden="true">
                  …
                </span>
              ) : (
                <Link
                  key={page}
                  to={list.linkTo({ page })}
                  className={styles.link}
                  aria-label={m.admin_list_page({ page })}
                  aria-current={page === query.page ? 'page' : undefined}
                >
                  {page}
                </Link>
              ),
            )}
            <Step list={list} to={query.page + 1} there={query.page < pages}>
              <span className={styles.word}>{m.admin_list_next()}</span>
              <Icon name="next" size={16} />
            </Step>
          </nav>
        </>
      )}
    </footer>
  );
}

interface StepProps {
  list: Paged;
  to: number;
  there: boolean;
  children: ReactNode;
}

/** Previous and Next keep their place on the first and last page, without a link. */
function Step({ list, to, there, children }: StepProps) {
  if (!there) {
    return (
      <span role="link" aria-disabled="true" className={styles.step}>
        {children}
      </span>
    );
  }
  return (
    <Link to={list.linkTo({ page: to })} className={styles.step}>
      {children}
    </Link>
  );
}
