// A dialog as high as its content, with a title and several views. On a phone it fills the screen.
import { useEffect, useId, type ReactNode, type RefObject } from 'react';
import { m } from '@mizan/ui-kit/messages';
import { IconButton } from './button';
import { CROSS, Icon } from './icon';
import { Modal, useModal } from './modal';
import styles from './sheet.module.css';

interface Props {
  title: string;
  /** The heading, which gets the focus when a view begins. */
  heading: RefObject<HTMLHeadingElement | null>;
  /** Where leaving this view leads. Undefined closes the dialog. */
  onBack?: (() => void) | undefined;
  /** This view shows what will not be shown again: only its own button leaves it. */
  locked?: boolean;
  onClose: () => void;
  children: ReactNode;
}

export function Sheet({ title, heading, onBack, locked, onClose, children }: Props) {
  const id = useId();

  useEffect(() => {
    heading.current?.focus();
  }, [heading]);

  return (
    <Modal shape={styles['sheet']} labelledBy={id} view={title} locked={locked} onBack={onBack} onClose={onClose}>
      <div className={styles['head']}>
        <h2 id={id} ref={heading} tabIndex={-1} className={styles['title']}>
          {title}
        </h2>
        {!locked && <Close />}
      </div>
      {children}
    </Modal>
  );
}

function Close() {
  const { leave } = useModal();
  return (
    <IconButton aria-label={m.tokens_close()} onClick={leave}>
      <Icon path={CROSS} />
    </IconButton>
  );
}
