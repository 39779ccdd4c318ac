// `/estimations/assessments`: the projects to estimate, filtered by progress and searched.
import { useCallback, useEffect, useRef, useState } from 'react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Button, buttonClass } from '@mizan/ui-kit/button';
import { formatNumber } from '@mizan/ui-kit/formats';
import { Icon } from '@mizan/ui-kit/icon';
import { m } from '@mizan/ui-kit/messages';
import { toast } from '@mizan/ui-kit/toaster';
import { useTitle } from '@mizan/ui-kit/title';
import { errorMessage } from '../api';
import { FILTERS, type Filter } from '../shapes';
import { Choices, choiceClass } from '../parts/choices';
import { LoadFailure, Notice } from '../parts/notice';
import { ProjectRows, RowShades } from '../parts/project-row';
import screen from '../parts/screen.module.css';
import { paths } from '../paths';
import { projectList } from '../queries';
import { Crumbs } from '@mizan/shell/crumbs';
import styles from './projects-page.module.css';

const filterLabel: Record<Filter, () => string> = {
  all: m.estimator_filter_all,
  'this-week': m.estimator_filter_this_week,
  'not-started': m.estimator_filter_not_started,
  'in-progress': m.estimator_filter_in_progress,
  completed: m.estimator_filter_completed,
};

interface Props {
  filter: Filter;
  search: string;
}

/** Leaves out an empty `search`. */
const searchOf = (filter: Filter, search: string): { filter: Filter; search?: string } => ({
  filter,
  ...(search ? { search } : {}),
});

export function ProjectsPage() {
  const { filter, search = '' } = useSearch({ from: '/protected/estimations/assessments' });
  useTitle(m.estimator_assessments());
  return (
    <div className={screen['screen']}>
      <Crumbs
        trail={[
          { name: m.estimator_index_title(), link: { to: paths.estimations } },
          { name: m.estimator_assessments() },
        ]}
      />
      <header className={screen['head']}>
        <h1 className={screen['title']}>{m.estimator_assessments()}</h1>
      </header>
      <SearchField filter={filter} search={search} />
      <Choices label={m.estimator_filter()}>
        {FILTERS.map((choice) => (
          <Link key={choice} to={paths.assessments} search={searchOf(choice, search)} className={choiceClass} replace>
            {filterLabel[choice]()}
          </Link>
        ))}
      </Choices>
      <Found filter={filter} search={search} />
    </div>
  );
}

/**
 * In milliseconds: debounces the search. Leaving the field applies it at once: a link that is tapped leaves it first, and
 * while its screen loads, nothing must lead back here.
 */
const SEARCH_AFTER = 250;

function SearchField({ filter, search }: Props) {
  const navigate = useNavigate();
  const [typed, setTyped] = useState(search);
  const [known, setKnown] = useState(search);
  // The URL changed otherwise, for example by Back.
  if (known !== search) {
    setKnown(search);
    if (typed.trim() !== search) setTyped(search);
  }
  const term = typed.trim();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const apply = useCallback(() => {
    clearTimeout(timer.current);
    if (term === search) return;
    void navigate({ to: paths.assessments, search: searchOf(filter, term), replace: true, resetScroll: false });
  }, [term, search, filter, navigate]);
  useEffect(() => {
    timer.current = setTimeout(apply, SEARCH_AFTER);
    return () => clearTimeout(timer.current);
  }, [apply]);
  return (
    <label className={styles['search']}>
      <span className={styles['label']}>{m.estimator_search()}</span>
      <Icon path="M13.200 13.200 17 17M15 9A6 6 0 1 1 3 9a6 6 0 0 1 12 0Z" />
      <input
        type="search"
        name="search"
        value={typed}
        placeholder={m.estimator_search()}
        autoComplete="off"
        enterKeyHint="search"
        maxLength={200}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={apply}
      />
    </label>
  );
}

function Found({ filter, search }: Props) {
  const list = useInfiniteQuery(projectList(filter, search));
  const pages = list.data?.pages;
  const more = useMore(list.fetchNextPage);
  if (!pages) {
    if (list.isError)
      return <LoadFailure title={m.estimator_projects_failed()} error={list.error} retry={() => void list.refetch()} />;
    return (
      <>
        <p className={styles['count']}>{'\u00a0'}</p>
        <RowShades count={6} />
      </>
    );
  }
  const projects = pages.flatMap(({ items }) => items);
  const onPhone = pages.some((page) => page.onPhone);
  if (projects.length === 0)
    return (
      <>
        {onPhone && <OnPhone />}
        <Nothing filter={filter} search={search} />
      </>
    );
  return (
    <>
      {onPhone && <OnPhone />}
      <p className={styles['count']} role="status">
        {m.estimator_found({ count: pages[0]?.total ?? 0, number: formatNumber(pages[0]?.total ?? 0) })}
      </p>
      <ProjectRows projects={projects} plain={filter === 'this-week'} />
      {list.hasNextPage && (
        <div className={styles['more']}>
          <Button look="secondary" busy={list.isFetchingNextPage} onClick={more}>
            {list.isFetchingNextPage ? m.estimator_more_busy() : m.estimator_more()}
          </Button>
        </div>
      )}
    </>
  );
}

/** The list could not be loaded: these are the cached projects. */
const OnPhone = () => <p className={styles['onPhone']}>{m.offline_list()}</p>;

/** When the next page fails, the list stays, and a toast reports it. */
function useMore(fetchNextPage: () => Promise<{ isError: boolean; error: unknown }>): () => void {
  const toastId = useRef<string>(undefined);
  return () => {
    if (toastId.current) toast.dismiss(toastId.current);
    void fetchNextPage().then(({ isError, error }) => {
      if (isError) toastId.current = toast.error(errorMessage(error, m.estimator_more_failed()));
    });
  };
}

interface EmptyTexts {
  title: () => string;
  text: () => string;
}

const nothing: Record<Filter, EmptyTexts> = {
  all: { title: m.estimator_none_all_title, text: m.estimator_none_all_text },
  'this-week': { title: m.estimator_none_this_week_title, text: m.estimator_none_this_week_text },
  'not-started': { title: m.estimator_none_not_started_title, text: m.estimator_none_not_started_text },
  'in-progress': { title: m.estimator_none_in_progress_title, text: m.estimator_none_in_progress_text },
  completed: { title: m.estimator_none_completed_title, text: m.estimator_none_completed_text },
};

function Nothing({ filter, search }: Props) {
  const texts = search ? { title: m.estimator_none_found_title, text: m.estimator_none_found_text } : nothing[filter];
  return (
    <Notice title={texts.title()} text={texts.text()}>
      {(search || filter !== 'all') && (
        <Link to={paths.assessments} search={{ filter: 'all' }} className={buttonClass({ look: 'secondary' })} replace>
          {m.estimator_show_all()}
        </Link>
      )}
    </Notice>
  );
}
