// The notices in place of a list's rows: why they could not be loaded, or why there are none, and what the user can do.
import { Button, buttonClass } from '@mizan/ui-kit/button';
import { m } from '@mizan/ui-kit/messages';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Resource } from '../document/resources.ts';
import { Notice } from '../frame/notice.tsx';
import type { ListState } from './use-list-state.ts';

interface Props {
  resource: Resource;
  list: ListState;
}

export function LoadFailure({ resource, list }: Props) {
  // Retrying an invalid request cannot help.
  if (list.refusal && list.query.filters) {
    return (
      <Notice failure title={m.list_refused()} text={list.refusal}>
        <ClearFilters list={list} />
      </Notice>
    );
  }
  return (
    <Notice
      failure
      title={m.admin_list_failed({ label: resource.label.toLowerCase() })}
      text={list.refusal ?? m.admin_try_again_later()}
    >
      <Button look="secondary" onClick={list.retry}>
        {m.admin_retry()}
      </Button>
    </Notice>
  );
}

export function EmptyList({ resource, list, create }: Props & { create: ReactNode }) {
  if (list.total > 0) {
    return (
      <Notice title={m.admin_list_past_end()} text={m.admin_list_past_end_text({ pages: list.pages })}>
        <Link className={buttonClass({ look: 'secondary' })} to={list.linkTo({ page: list.pages })}>
          {m.admin_list_last_page()}
        </Link>
      </Notice>
    );
  }
  const { search, filters } = list.query;
  if (search || filters) {
    return (
      <Notice title={m.admin_list_no_results()} text={m.admin_list_no_results_text()}>
        {search && (
          <Button look="secondary" onClick={() => list.go({ search: '', page: 1 })}>
            {m.admin_list_clear_search()}
          </Button>
        )}
        {filters && <ClearFilters list={list} />}
      </Notice>
    );
  }
  return (
    <Notice
      title={m.admin_list_nothing({ label: resource.label.toLowerCase() })}
      text={create ? m.admin_list_nothing_text({ singular: resource.noun }) : m.admin_list_nothing_read_only()}
    >
      {create}
    </Notice>
  );
}

function ClearFilters({ list }: { list: ListState }) {
  return (
    <Button look="secondary" onClick={() => list.go({ filters: null, page: 1 })}>
      {m.list_clear_filters()}
    </Button>
  );
}
