// Whether there is room for the panel beside the assessment.
import { useSyncExternalStore } from 'react';

const room = (): MediaQueryList => matchMedia('(min-width: 64rem)');

function subscribe(changed: () => void): () => void {
  const query = room();
  query.addEventListener('change', changed);
  return () => query.removeEventListener('change', changed);
}

export const useWide = (): boolean => useSyncExternalStore(subscribe, () => room().matches);
