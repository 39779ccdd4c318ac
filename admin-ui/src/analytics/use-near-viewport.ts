// Whether an element has come near the viewport. It stays true afterwards.
import { useEffect, useState } from 'react';

/** Distance below the viewport that counts as near. */
const AHEAD = '400px';

export function useNearViewport(): [(element: HTMLElement | null) => void, boolean] {
  const [element, setElement] = useState<HTMLElement | null>(null);
  const [isNear, setIsNear] = useState(false);
  useEffect(() => {
    if (!element || isNear) return undefined;
    const observer = new IntersectionObserver(
      (entries) => entries.some((one) => one.isIntersecting) && setIsNear(true),
      {
        rootMargin: AHEAD,
      },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [element, isNear]);
  return [setElement, isNear];
}
