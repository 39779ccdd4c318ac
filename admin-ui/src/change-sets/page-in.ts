// The page of a list that a URL names; the usual one in place of an invalid value.
import { PAGE_SIZES, USUAL_PAGE_SIZE } from '../list/list-search.ts';

export function pageIn(search: URLSearchParams): { page: number; perPage: number } {
  const page = Number(search.get('page'));
  const perPage = Number(search.get('limit'));
  return {
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
    perPage: PAGE_SIZES.includes(perPage) ? perPage : USUAL_PAGE_SIZE,
  };
}
