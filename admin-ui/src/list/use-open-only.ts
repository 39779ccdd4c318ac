// Opens the only record that a search finds, to be changed by users who may.
import { useCallback, useEffect, useRef } from 'react';
import { useMay, useMayOrPropose } from '../document/context.tsx';
import type { Resource } from '../document/resources.ts';
import { useNavigateHere } from '../frame/use-navigate-here.ts';
import { paths } from '../paths.ts';
import { useFormLinks } from './form-links.ts';
import type { ListState } from './use-list-state.ts';

/** Returns the function to call with a search, whose results may still be loading. */
export function useOpenOnly(resource: Resource, list: ListState): (search: string) => void {
  const may = useMay();
  const mayOrPropose = useMayOrPropose();
  const navigate = useNavigateHere();
  const { edit } = useFormLinks(resource);
  const wanted = useRef('');
  const { query, records, total, loading, refreshing, failed, outdated, blocked } = list;

  const open = () => {
    if (wanted.current === '' || wanted.current !== query.search || loading || refreshing) return;
    wanted.current = '';
    const [only] = records ?? [];
    if (failed || outdated || blocked || total !== 1 || !only) return;
    if (mayOrPropose(resource, 'update')) {
      const { to, state } = edit(only.id);
      void navigate(to, state && { state });
    } else if (may(resource, 'view')) void navigate(paths.view(resource.area, resource.name, only.id));
  };
  const latest = useRef(open);
  useEffect(() => {
    latest.current = open;
    open();
  });
  useEffect(() => {
    // The list shows another search by now.
    if (wanted.current !== query.search) wanted.current = '';
  }, [query.search]);

  return useCallback((search) => {
    wanted.current = search;
    // The results may be there already.
    latest.current();
  }, []);
}
