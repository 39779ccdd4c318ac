// The state of the explorer: its URL, corrected where it is not possible.
import { useCallback, useEffect, useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { validFilters } from '../data/filter-definition.ts';
import { problemsIn } from '../data/filter-problems.ts';
import { useMay, useResourceNamed } from '../document/context.tsx';
import { byName, type Analytics } from '../document/analytics.ts';
import type { Resource } from '../document/resources.ts';
import type { BlockedFilter } from '../filters/blocked-notice.tsx';
import { useDefinitions } from '../filters/use-definitions.ts';
import { useReplaceSearch } from '../frame/use-replace-search.ts';
import { formatView, parseView, replacedIn, settled, type Replaced, type View } from './view.ts';

export interface ViewState {
  view: View;
  /** The filter in the URL is still being validated against the filter definitions. */
  checking: boolean;
  /** The resource that filters apply to, if the user may filter. */
  filtered: Resource | undefined;
  /** The filter cannot be applied: nothing is requested until the user decides. */
  blocked: (BlockedFilter & { resource: Resource }) | undefined;
  /** The URL's parameters in addition to the view, as a suffix: `&row=…`. */
  own: string;
  /** What was not possible in the URL; cleared by the next change. */
  replaced: Replaced[];
  forget: () => void;
  /** Navigates to the view with a change, and optionally with other additional parameters. */
  go: (change: Partial<View>, extra?: string) => void;
  linkTo: (change: Partial<View>, extra?: string) => string;
  /** Whether the URL is in canonical form. */
  canonical: boolean;
  /** Corrects what only the result reveals to be wrong, with a note. */
  correct: (extra: string, lost: Replaced[]) => void;
}

/** Returns the valid additional parameters of a URL. */
export type ReadOwn = (params: URLSearchParams, view: View) => URLSearchParams;

const nothing: ReadOwn = () => new URLSearchParams();
const NONE: Replaced[] = [];

/** `readOwn` reads the additional parameters from the URL. */
export function useView(analytics: Analytics, readOwn = nothing): ViewState {
  const { search, state } = useLocation();
  const navigate = useNavigate();
  const replaceSearch = useReplaceSearch();
  const may = useMay();
  const view = useMemo(() => parseView(search, analytics), [search, analytics]);
  const resource = useResourceNamed(byName(analytics.datasets, view.dataset)?.resource);
  const filtered = may(resource, 'filters') ? resource : undefined;
  const definitions = useDefinitions(filtered, view.filters !== null);
  const blocked = useMemo(() => {
    const { filters, unreadable } = view;
    const problems = problemsIn({ filters, unreadable, search: '' }, filtered !== undefined, definitions.data);
    if (!resource || problems.length === 0) return undefined;
    const valid = filtered && filters && definitions.data && validFilters(filters, definitions.data);
    return { resource, problems, remaining: { search: '', filters: valid || null } };
  }, [view, resource, filtered, definitions.data]);
  const own = useMemo(() => {
    const cleaned = readOwn(new URLSearchParams(search), view);
    return cleaned.size > 0 ? `&${cleaned}` : '';
  }, [search, view, readOwn]);
  const canonical = formatView(view, analytics) + own;
  // Without definitions the server reports what is wrong with the filter.
  const checking = view.filters !== null && filtered !== undefined && definitions.isPending;

  // In the navigation state, so that it is gone with the next navigation.
  const replaced = (state as { replaced?: Replaced[] } | null)?.replaced ?? NONE;
  const forget = useCallback(() => replaceSearch(search), [replaceSearch, search]);
  useEffect(() => {
    if (checking || search === canonical) return;
    const lost = replacedIn(search, view, analytics, new URLSearchParams(own));
    replaceSearch(canonical, { replaced: lost });
  }, [checking, search, canonical, view, own, analytics, replaceSearch]);

  const linkTo = useCallback(
    (change: Partial<View>, extra = own) => {
      // Another filter replaces one that could not be read.
      const former = 'filters' in change ? { ...view, unreadable: undefined } : view;
      return formatView(settled({ ...former, ...change }, analytics), analytics) + extra;
    },
    [view, own, analytics],
  );
  const go = useCallback(
    (change: Partial<View>, extra?: string) => void navigate({ search: linkTo(change, extra) }),
    [navigate, linkTo],
  );
  const correct = useCallback(
    (extra: string, lost: Replaced[]) => replaceSearch(linkTo({}, extra), { replaced: [...replaced, ...lost] }),
    [replaceSearch, linkTo, replaced],
  );
  const isCanonical = search === canonical;
  return { view, own, replaced, forget, checking, filtered, blocked, go, linkTo, canonical: isCanonical, correct };
}
