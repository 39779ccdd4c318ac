// Whether a horizontally scrolling element has more content towards its end.
import { useEffect, useState, type RefObject } from 'react';

export function useOverflow(ref: RefObject<HTMLElement | null>): boolean {
  const [more, setMore] = useState(false);
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    // From right to left `scrollLeft` is negative.
    const measure = () => setMore(element.scrollWidth - element.clientWidth - Math.abs(element.scrollLeft) > 1);
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    if (element.firstElementChild) observer.observe(element.firstElementChild);
    element.addEventListener('scroll', measure, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', measure);
    };
  }, [ref]);
  return more;
}
