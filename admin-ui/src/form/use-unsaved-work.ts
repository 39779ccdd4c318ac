// Keeps a form when the session ends: the user signs in again over it, and what was typed is still there.
import { session } from '@mizan/ui-kit/session';
import { useEffect } from 'react';

export function useUnsavedWork(when: boolean): void {
  useEffect(() => (when ? session.keepScreens() : undefined), [when]);
}
