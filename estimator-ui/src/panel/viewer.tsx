// A picture in full screen.
import { useId } from 'react';
import { Dialog } from '@mizan/ui-kit/dialog';
import { CROSS, Icon } from '@mizan/ui-kit/icon';
import { m } from '@mizan/ui-kit/messages';
import { Picture } from './picture';
import { StepButton } from './step-button';
import { useSteps } from './use-steps';
import styles from './gallery.module.css';

/** The picture that is shown. */
export interface Shown {
  path: string;
  caption: string;
  /** Its accessible name, even without a caption. */
  name: string;
}

interface Props {
  shown: Shown[];
  at: number;
  choose: (next: number) => void;
  close: () => void;
}

export function Viewer({ shown, at, choose, close }: Props) {
  const title = useId();
  const steps = useSteps((by) => choose((at + by + shown.length) % shown.length));
  const several = shown.length > 1;
  const current = shown[at];
  if (!current) return null;
  return (
    <Dialog
      shape={styles['viewer']}
      aria-labelledby={title}
      stays
      onClose={close}
      onKeyDown={several ? steps.onKeyDown : undefined}
    >
      <button type="button" className={styles['close']} aria-label={m.panel_picture_close()} onClick={close}>
        <Icon path={CROSS} size={22} />
      </button>
      <div className={styles['whole']} {...(several ? steps.stroke : undefined)}>
        <Picture
          key={current.path}
          path={current.path}
          size="full"
          meanwhile="large"
          alt={current.name}
          whole
          // Keeps the smaller size that is already shown.
          onMissing={() => {}}
        />
      </div>
      {several && (
        <>
          <StepButton
            by={-1}
            label={m.panel_picture_previous()}
            step={() => choose((at - 1 + shown.length) % shown.length)}
          />
          <StepButton by={1} label={m.panel_picture_next()} step={() => choose((at + 1) % shown.length)} />
        </>
      )}
      <div className={styles['foot']}>
        <h2 id={title} className={styles['title']} dir="auto">
          {current.name}
        </h2>
        {several && (
          <p className={styles['number']} aria-live="polite">
            {m.panel_picture_count({ number: at + 1, of: shown.length })}
          </p>
        )}
      </div>
    </Dialog>
  );
}
