// The state of the explorer's screen: its address, put right where it says what is not possible.
import { useCallback, useEffect, useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useMay, useResourceNamed } from '../document/context.tsx';
import { called, type Analytics } from '../document/analytics.ts';
import type { Resource } from '../document/resources.ts';
import { validFilters } from '../filters/definition.ts';
import { useDefinitions } from '../filters/use-definitions.ts';
import { formatView, parseView, settled, type View } from './view.ts';

export interface ViewState {
  view: View;
  /** The filter of the address is still being compared with what its fields are. */
  checking: boolean;
  /** What is asked about, when the visitor may filter it. */
  filtered: Resource | undefined;
  go: (change: Partial<View>) => void;
}

export function useView(analytics: Analytics): ViewState {
  const { search } = useLocation();
  const navigate = useNavigate();
  const may = useMay();
  const parsed = useMemo(() => parseView(search, analytics), [search, analytics]);
  const resource = useResourceNamed(called(analytics.datasets, parsed.dataset)?.resource);
  const filtered = may(resource, 'filters') ? resource : undefined;
  const definitions = useDefinitions(filtered, parsed.filters !== null);
  const view = useMemo<View>(() => {
    if (!parsed.filters) return parsed;
    if (!filtered) return { ...parsed, filters: null };
    return definitions.data ? { ...parsed, filters: validFilters(parsed.filters, definitions.data) } : parsed;
  }, [parsed, filtered, definitions.data]);
  const canonical = formatView(view, analytics);
  // Without definitions the server itself says what is wrong with the filter.
  const checking = parsed.filters !== null && filtered !== undefined && definitions.isPending;

  useEffect(() => {
    if (!checking && search !== canonical) void navigate({ search: canonical }, { replace: true });
  }, [checking, search, canonical, navigate]);

  const go = useCallback(
    (change: Partial<View>) =>
      void navigate({ search: formatView(settled({ ...view, ...change }, analytics), analytics) }),
    [navigate, view, analytics],
  );
  return { view, checking, filtered, go };
}
