// Corrects the query of a screen's URL.
import { useCallback } from 'react';
import { useNavigateHere } from './use-navigate-here.ts';

/** Replaces the query of the screen's URL, and its navigation state. */
export function useReplaceSearch(): (search: string, state?: unknown) => void {
  const navigate = useNavigateHere();
  return useCallback((search, state) => void navigate({ search }, { replace: true, state }), [navigate]);
}
