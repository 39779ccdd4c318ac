// A note about parts of the URL that are not possible, which the user can close.
import { IconButton } from '@mizan/ui-kit/button';
import { m } from '@mizan/ui-kit/messages';
import { Icon } from './icon.tsx';
import screen from './screen.module.css';

interface Props {
  texts: string[];
  onClose: () => void;
}

export function AddressNote({ texts, onClose }: Props) {
  if (texts.length === 0) return null;
  return (
    <div className={screen.note} role="status">
      <p dir="auto">{texts.join(' ')}</p>
      <IconButton aria-label={m.admin_note_close()} onClick={onClose}>
        <Icon name="close" size={18} />
      </IconButton>
    </div>
  );
}

/** The number of characters of a value that identify it. */
const SHOWN = 60;

/** A value of the URL, shortened. */
export const shortened = (value: string): string => (value.length > SHOWN ? `${value.slice(0, SHOWN)}…` : value);
