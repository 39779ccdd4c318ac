// `/estimations/assessments`: filter and search are in the URL; an unknown filter is replaced by `all`.
import { createFileRoute, type SearchSchemaInput } from '@tanstack/react-router';
import { FILTERS, type Filter } from '../../../../shapes';
import { ProjectsPage } from '../../../../projects/projects-page';
import { projectList } from '../../../../queries';

interface Search {
  filter: Filter;
  search?: string;
}

export const Route = createFileRoute('/_protected/estimations/assessments/')({
  validateSearch: ({ filter, search }: { filter?: unknown; search?: unknown } & SearchSchemaInput): Search => ({
    filter: FILTERS.find((known) => known === filter) ?? 'all',
    // The router parses a text of digits as a number.
    ...(typeof search === 'string' || typeof search === 'number' ? { search: String(search) } : {}),
  }),
  loaderDeps: ({ search }) => search,
  loader: ({ context: { allowed, queryClient }, deps: { filter, search = '' } }) => {
    if (allowed) void queryClient.prefetchInfiniteQuery(projectList(filter, search));
  },
  component: function Projects() {
    const { filter, search = '' } = Route.useSearch();
    return <ProjectsPage filter={filter} search={search} />;
  },
});
