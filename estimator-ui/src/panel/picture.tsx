// A picture of a project. Its space is reserved, and it is fetched when it comes into view.
import { useEffect, useEffectEvent, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { fetchImage, StoredImage, type ImageSize } from '@mizan/ui-kit/stored-image';
import screen from '../parts/screen.module.css';
import styles from './gallery.module.css';

interface Props {
  path: string;
  size: ImageSize;
  /** A smaller size to show meanwhile, if it is cached. */
  meanwhile?: ImageSize;
  /** Empty when the context describes the picture. */
  alt: string;
  /** Shows the whole picture instead of filling the space. */
  whole?: boolean;
  onMissing: () => void;
}

export function Picture({ path, size, meanwhile = size, alt, whole, onMissing }: Props) {
  const [frame, setFrame] = useState<HTMLElement | null>(null);
  const inView = useInView(frame);
  const query = useQuery(image(path, size, inView));
  const small = useQuery(image(path, meanwhile, false));
  const missing = useEffectEvent(onMissing);
  const { isError } = query;
  useEffect(() => {
    if (isError) missing();
  }, [isError]);
  const blob = query.data ?? small.data;
  return (
    <span ref={setFrame} className={styles['frame']} data-whole={whole}>
      {blob ? (
        <StoredImage blob={blob} alt={alt} className={styles['image']} onError={onMissing} />
      ) : (
        <span className={`${screen['shade']} ${styles['image']}`} />
      )}
    </span>
  );
}

const image = (path: string, size: ImageSize, enabled: boolean) => ({
  queryKey: ['image', path, size],
  queryFn: ({ signal }: { signal: AbortSignal }) => fetchImage(path, size, signal),
  enabled,
  // The content of a file name never changes.
  staleTime: Infinity,
});

/** True once it has been in view, or close to it. */
function useInView(element: HTMLElement | null): boolean {
  const [isLoaded, setIsLoaded] = useState(false);
  useEffect(() => {
    if (!element || isLoaded) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setIsLoaded(true);
      },
      { rootMargin: '200px' },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [element, isLoaded]);
  return isLoaded;
}
