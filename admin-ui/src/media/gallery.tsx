// The images of a record's view: thumbnails that open the large image.
import { IconButton } from '@mizan/ui-kit/button';
import { Dialog } from '@mizan/ui-kit/dialog';
import { m } from '@mizan/ui-kit/messages';
import { ChevronLeft, ChevronRight, X } from 'lucide-react';
import { useId, useState, type KeyboardEvent } from 'react';
import { useParams } from 'react-router';
import { useResource } from '../document/context.tsx';
import { imagesOf } from './image-data.ts';
import styles from './media.module.css';
import { Picture } from './picture.tsx';

export function Gallery({ value }: { value: unknown }) {
  const resource = useResource();
  const { id } = useParams();
  const images = imagesOf(value);
  const caption = useId();
  const [open, setOpen] = useState<number>();
  const at = Math.min(open ?? 0, images.length - 1);
  const shown = open === undefined ? undefined : images[at];
  const step = (by: number) => setOpen((at + by + images.length) % images.length);
  const press = (event: KeyboardEvent) => {
    if (event.key === 'ArrowLeft') step(-1);
    if (event.key === 'ArrowRight') step(1);
  };
  return (
    <>
      <ul className={styles.gallery}>
        {images.map((image, index) => (
          // The same image may occur twice.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={`${image.file} ${index}`} className={styles.shown}>
            <button
              type="button"
              className={styles.open}
              aria-label={m.admin_images_open({ name: image.caption || m.admin_images_name({ number: index + 1 }) })}
              onClick={() => setOpen(index)}
            >
              <Picture resource={resource} id={id} image={image} number={index + 1} size="small" />
            </button>
            {image.caption && (
              <p className={styles.caption} dir="auto">
                {image.caption}
              </p>
            )}
          </li>
        ))}
      </ul>
      {shown && (
        <Dialog size="huge" aria-labelledby={caption} onKeyDown={press} onClose={() => setOpen(undefined)}>
          <div className={styles.large}>
            <Picture key={shown.file} resource={resource} id={id} image={shown} number={at + 1} size="large" />
          </div>
          <div className={styles.largeFoot}>
            <p id={caption} className={styles.largeCaption} dir="auto">
              {shown.caption || m.admin_images_name({ number: at + 1 })}
            </p>
            <span className={styles.count}>{m.admin_images_count({ number: at + 1, total: images.length })}</span>
            {images.length > 1 && (
              <>
                <IconButton aria-label={m.admin_images_previous()} onClick={() => step(-1)}>
                  <ChevronLeft size={20} aria-hidden="true" />
                </IconButton>
                <IconButton aria-label={m.admin_images_next()} onClick={() => step(1)}>
                  <ChevronRight size={20} aria-hidden="true" />
                </IconButton>
              </>
            )}
            <IconButton aria-label={m.admin_images_close()} onClick={() => setOpen(undefined)}>
              <X size={20} aria-hidden="true" />
            </IconButton>
          </div>
        </Dialog>
      )}
    </>
  );
}
