// The page and the choices of a list that is no resource. They are in the URL alone.
import { useNavigate, useSearchParams } from 'react-router';
import { PAGE_SIZES, USUAL_PAGE_SIZE } from './list-search.ts';

export interface PageQuery {
  page: number;
  perPage: number;
}

export interface ChosenPage<Choices> {
  query: PageQuery & Choices;
  linkTo: (change: Partial<PageQuery & Choices>) => string;
  go: (change: Partial<PageQuery & Choices>) => void;
}

/** `choices` are those of the URL that are valid, by the names of their parameters; `pathOf` adds a query to the path. */
export function usePage<Choices extends Record<string, string | undefined>>(
  choices: Choices,
  pathOf: (search: string) => string,
): ChosenPage<Choices> {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const query = { ...pageIn(search), ...choices };
  const linkTo: ChosenPage<Choices>['linkTo'] = (change) => {
    const { page, perPage, ...chosen } = { ...query, ...change };
    const next = new URLSearchParams({ page: String(page), limit: String(perPage) });
    for (const [name, value] of Object.entries(chosen)) if (value !== undefined) next.set(name, value as string);
    return pathOf(`?${next}`);
  };
  return { query, linkTo, go: (change) => void navigate(linkTo(change)) };
}

/** The page that a URL names; the usual one in place of an invalid value. */
function pageIn(search: URLSearchParams): PageQuery {
  const page = Number(search.get('page'));
  const perPage = Number(search.get('limit'));
  return {
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
    perPage: PAGE_SIZES.includes(perPage) ? perPage : USUAL_PAGE_SIZE,
  };
}
