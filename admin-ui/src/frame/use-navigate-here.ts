// Navigates to where an answer or an effect of a screen leads.
import { useCallback, useContext, useLayoutEffect, useRef } from 'react';
import {
  UNSAFE_DataRouterContext as DataRouterContext,
  useLocation,
  useNavigate,
  type NavigateOptions,
  type To,
} from 'react-router';

interface NavigateHere {
  (to: To, options?: NavigateOptions): void | Promise<void>;
  (delta: number): void | Promise<void>;
}

/**
 * As `useNavigate`, for what is not done at once when the user asks for it. Does nothing once the user has followed a link
 * or gone back: an answer may arrive after its screen was left, and until the next screen can be shown, the effects of
 * this one still run. Both would take the user away from where they went.
 */
export function useNavigateHere(): NavigateHere {
  const navigate = useNavigate();
  const { key } = useLocation();
  const router = useContext(DataRouterContext)?.router;
  // The screen's own address as it is now, not as it was when a request was sent.
  const here = useRef(key);
  useLayoutEffect(() => {
    here.current = key;
  }, [key]);
  return useCallback(
    (to: To | number, options?: NavigateOptions) => {
      if (router && router.state.location.key !== here.current) return undefined;
      return typeof to === 'number' ? navigate(to) : navigate(to, options);
    },
    // With the key, so that an effect that could not navigate runs again.
    // oxlint-disable-next-line react/exhaustive-deps
    [navigate, router, key],
  );
}
