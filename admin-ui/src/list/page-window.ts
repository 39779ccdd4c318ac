// The page numbers that a list offers: five around the current one, the first and the last, with gaps between.

export const WINDOW = 5;
export type PageLink = number | 'gap';

export function pageWindow(page: number, pages: number): PageLink[] {
  if (pages < 1) return [];
  const width = Math.min(WINDOW, pages);
  const first = Math.max(1, Math.min(page - Math.floor(WINDOW / 2), pages - width + 1));
  const last = first + width - 1;
  const links: PageLink[] = Array.from({ length: width }, (_, index) => first + index);
  if (first > 1) links.unshift(...(first > 2 ? ([1, 'gap'] as const) : ([1] as const)));
  if (last < pages) links.push(...(last < pages - 1 ? (['gap', pages] as const) : ([pages] as const)));
  return links;
}

/** The numbers of the first and last result of a page, from 1; both 0 when it is empty. */
export function resultsOf(page: number, limit: number, shown: number): { from: number; to: number } {
  const before = (page - 1) * limit;
  return shown === 0 ? { from: 0, to: 0 } : { from: before + 1, to: before + shown };
}
