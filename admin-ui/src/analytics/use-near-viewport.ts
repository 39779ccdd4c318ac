// Whether something has come near what is seen. Once near it stays so.
import { useEffect, useState } from 'react';

/** So far below the window it is near. */
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
