// An image in a form: preview, caption, and buttons to move or remove it.
import { IconButton } from '@mizan/ui-kit/button';
import controls from '@mizan/ui-kit/control.module.css';
import { m } from '@mizan/ui-kit/messages';
import { ArrowLeft, ArrowRight, GripVertical, Trash2 } from 'lucide-react';
import { useParams } from 'react-router';
import type { Resource } from '../document/resources.ts';
import type { RecordImage } from './image-data.ts';
import styles from './media.module.css';
import { Picture } from './picture.tsx';

/** The schema's limit. */
const LONGEST_CAPTION = 300;

interface Props {
  resource: Resource;
  image: RecordImage;
  index: number;
  count: number;
  disabled: boolean;
  isDragged: boolean;
  onCaption: (caption: string | undefined) => void;
  /** Moves it to a position; `button` is the one that was pressed. */
  onMove: (to: number, button: string) => void;
  onRemove: () => void;
  /** Called with the dragged image, and with undefined when dragging ends. */
  onDrag: (index: number | undefined) => void;
  /** Called when the dragged image was dropped here. */
  onDropped: () => void;
}

export function ImageTile(props: Props) {
  const { resource, image, index, count, disabled, isDragged, onCaption, onMove, onRemove, onDrag, onDropped } = props;
  const { id } = useParams();
  const number = index + 1;
  const several = count > 1 && !disabled;
  return (
    // The buttons are the accessible alternative to dragging.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <li
      className={styles.tile}
      data-dragged={isDragged || undefined}
      draggable={several}
      onDragStart={(event) => {
        // Selecting text in the caption must not drag the image.
        if ((event.target as HTMLElement).closest('input')) return;
        event.dataTransfer.effectAllowed = 'move';
        onDrag(index);
      }}
      onDragEnd={() => onDrag(undefined)}
      onDragOver={(event) => {
        if (several && !event.dataTransfer.types.includes('Files')) event.preventDefault();
      }}
      onDrop={(event) => {
        if (event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        onDropped();
        onDrag(undefined);
      }}
    >
      <div className={styles.frame}>
        <Picture resource={resource} id={id} image={image} number={number} size="small" />
        {several && (
          <span className={styles.grip} aria-hidden="true">
            <GripVertical size={16} />
          </span>
        )}
      </div>
      <div className={styles.side}>
        <input
          type="text"
          className={controls.control}
          dir="auto"
          autoComplete="off"
          maxLength={LONGEST_CAPTION}
          aria-label={m.admin_images_caption_of({ number })}
          placeholder={m.admin_images_caption()}
          value={image.caption ?? ''}
          disabled={disabled}
          onChange={(event) => onCaption(event.target.value === '' ? undefined : event.target.value)}
        />
        {!disabled && (
          <div className={styles.actions}>
            {several && (
              <>
                <IconButton
                  data-at={`earlier ${index}`}
                  aria-label={m.admin_images_earlier({ number })}
                  aria-disabled={index === 0}
                  onClick={() => onMove(index - 1, 'earlier')}
                >
                  <ArrowLeft size={18} aria-hidden="true" />
                </IconButton>
                <IconButton
                  data-at={`later ${index}`}
                  aria-label={m.admin_images_later({ number })}
                  aria-disabled={index === count - 1}
                  onClick={() => onMove(index + 1, 'later')}
                >
                  <ArrowRight size={18} aria-hidden="true" />
                </IconButton>
              </>
            )}
            <IconButton
              className={styles.remove}
              data-at={`remove ${index}`}
              aria-label={m.admin_images_remove({ number })}
              onClick={onRemove}
            >
              <Trash2 size={18} aria-hidden="true" />
            </IconButton>
          </div>
        )}
      </div>
    </li>
  );
}
