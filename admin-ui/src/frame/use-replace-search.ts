// Corrects the query of a screen's URL.
import { useCallback, useContext } from 'react';
import { UNSAFE_DataRouterContext as DataRouterContext, useLocation, useNavigate } from 'react-router';

/**
 * Replaces the query of the screen's URL, and its navigation state. Does nothing once the user has followed a link:
 * until the next screen can be shown, the effects of this one still run, and would take the user back.
 */
export function useReplaceSearch(): (search: string, state?: unknown) => void {
  const navigate = useNavigate();
  const { key } = useLocation();
  const router = useContext(DataRouterContext)?.router;
  return useCallback(
    (search, state) => {
      if (router && router.state.location.key !== key) return;
      void navigate({ search }, { replace: true, state });
    },
    [navigate, router, key],
  );
}
