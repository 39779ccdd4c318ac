// An image of a record. Its space is reserved while it loads.
import { m } from '@mizan/ui-kit/messages';
import { StoredImage, type ImageSize } from '@mizan/ui-kit/stored-image';
import { ImageOff } from 'lucide-react';
import type { Resource } from '../document/resources.ts';
import { usePicture, type RecordImage } from './image-data.ts';
import styles from './media.module.css';

interface Props {
  resource: Resource;
  id: string | undefined;
  image: RecordImage;
  number: number;
  size: ImageSize;
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
  return blob ? (
    <StoredImage blob={blob} alt={name} className={styles.picture} />
  ) : (
    <span className={styles.waiting} role="img" aria-label={name} />
  );
}
