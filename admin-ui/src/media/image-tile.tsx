// One image of a form: how it looks, what it shows, where it stands.
import IconButton from '@mui/material/IconButton';
import OutlinedInput from '@mui/material/OutlinedInput';
import { m } from '@mizan/ui-kit/messages';
import { ArrowLeft, ArrowRight, GripVertical, Trash2 } from 'lucide-react';
import { useParams } from 'react-router';
import type { Resource } from '../document/resources.ts';
import type { RecordImage } from './image-data.ts';
import styles from './media.module.css';
import { Picture } from './picture.tsx';

/** As the schema of an image has it. */
const LONGEST_CAPTION = 300;

interface Props {
  resource: Resource;
  image: RecordImage;
  index: number;
  count: number;
  disabled: boolean;
  isDragged: boolean;
  onCaption: (caption: string | undefined) => void;
  /** To which place, and by which button. */
  onMove: (to: number, button: string) => void;
  onRemove: () => void;
  /** Which image is being dragged; undefined when none is any more. */
  onDrag: (index: number | undefined) => void;
  /** The one that is being dragged was dropped here. */
  onDropped: () => void;
}

export function ImageTile(props: Props) {
  const { resource, image, index, count, disabled, isDragged, onCaption, onMove, onRemove, onDrag, onDropped } = props;
  const { id } = useParams();
  const number = index + 1;
  const several = count > 1 && !disabled;
  return (
    // The buttons do what dragging does.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <li
      className={styles.tile}
      data-dragged={isDragged || undefined}
      draggable={several}
      onDragStart={(event) => {
        // Text that is selected in the caption is not the image.
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
        <OutlinedInput
          size="small"
          fullWidth
          value={image.caption ?? ''}
          placeholder={m.admin_images_caption()}
          disabled={disabled}
          onChange={(event) => onCaption(event.target.value === '' ? undefined : event.target.value)}
          inputProps={{
            'aria-label': m.admin_images_caption_of({ number }),
            maxLength: LONGEST_CAPTION,
            dir: 'auto',
            autoComplete: 'off',
          }}
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
              data-at={`remove ${index}`}
              className={styles.remove}
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
