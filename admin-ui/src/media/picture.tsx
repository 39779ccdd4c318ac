// One image of a record. Its room is there before it is.
import { m } from '@mizan/ui-kit/messages';
import { ImageOff } from 'lucide-react';
import { useCallback } from 'react';
import type { Resource } from '../document/resources.ts';
import { usePicture, type RecordImage, type Size } from './image-data.ts';
import styles from './media.module.css';

interface Props {
  resource: Resource;
  id: string | undefined;
  image: RecordImage;
  number: number;
  size: Size;
}

export function Picture({ resource, id, image, number, size }: Props) {
  const { blob, missing } = usePicture(resource, id, image.file, size);
  const name = image.caption || m.admin_images_name({ number });
  if (missing)
    return (
      <span className={styles.missing}>
        <ImageOff size={20} aria-hidden="true" />
        <span>{m.admin_images_missing()}</span>
      </span>
    );
  return blob ? <Shown blob={blob} name={name} /> : <span className={styles.waiting} role="img" aria-label={name} />;
}

/** Bytes have an address for as long as something shows them. */
function Shown({ blob, name }: { blob: Blob; name: string }) {
  const show = useCallback(
    (image: HTMLImageElement | null) => {
      if (!image) return undefined;
      const address = URL.createObjectURL(blob);
      image.src = address;
      return () => URL.revokeObjectURL(address);
    },
    [blob],
  );
  return <img ref={show} className={styles.picture} alt={name} draggable={false} />;
}
