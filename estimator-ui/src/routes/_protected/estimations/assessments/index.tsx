// `/estimations/assessments`: which projects are listed is in the address; a filter that there is not is replaced by all.
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
    // What looks like a number arrives as one.
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
