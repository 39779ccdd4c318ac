// Images that need the user's token, which `src` cannot send: they are fetched, and have an object URL for as long as
// something shows them.
import { useCallback } from 'react';
import { authorizedFetch, problemOf } from './http';

export type ImageSize = 'small' | 'large' | 'full';

export async function fetchImage(path: string, size: ImageSize, signal: AbortSignal): Promise<Blob> {
  const response = await authorizedFetch(`${path}?size=${size}`, { signal });
  if (!response.ok) throw await problemOf(response);
  return response.blob();
}

interface Props {
  blob: Blob;
  alt: string;
  className: string | undefined;
  /** The browser cannot decode the image. */
  onError?: () => void;
}

export function StoredImage({ blob, alt, className, onError }: Props) {
  const show = useCallback(
    (image: HTMLImageElement | null) => {
      if (!image) return undefined;
      const address = URL.createObjectURL(blob);
      image.src = address;
      return () => URL.revokeObjectURL(address);
    },
    [blob],
  );
  return <img ref={show} className={className} alt={alt} draggable={false} onError={onError} />;
}
