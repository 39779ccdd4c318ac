// Leaves the page of a record that cannot be shown.
import { toast } from '@mizan/ui-kit/toaster';
import { useEffect, useRef } from 'react';
import type { Resource } from '../document/resources.ts';
import { firstPageOf } from '../frame/list-path.ts';
import { useNavigateHere } from '../frame/use-navigate-here.ts';

/** Shows the message, once there is one, and redirects to the first page of the list. */
export function useReturn(resource: Resource, message: string | undefined): void {
  const navigate = useNavigateHere();
  const reported = useRef(false);
  useEffect(() => {
    if (message === undefined || reported.current) return;
    reported.current = true;
    toast.error(message);
    void navigate(firstPageOf(resource), { replace: true });
  }, [message, navigate, resource]);
}
