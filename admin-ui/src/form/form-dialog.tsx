// The one dialog of the back-office in which something is done: a question, or a form. It closes by Cancel, Escape and
// a press beside it, but never while it is at work, and starts again each time it is opened, because it is mounted again.
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { m } from '@mizan/ui-kit/messages';
import { useEffect, useId, useRef, type FormEvent, type ReactNode, type Ref } from 'react';
import styles from './form-dialog.module.css';

export interface FormDialogProps {
  title: ReactNode;
  /** What it is about, below the title. */
  description?: ReactNode;
  /** The button that does it; without one there is only the way out. */
  submit?:
    | {
        label: string;
        /** Stands in the place of the label while it is at work. */
        busy?: string;
        /** Something is lost by it. */
        danger?: boolean;
        /** It cannot be pressed yet. */
        early?: boolean;
      }
    | undefined;
  /** The way out; `null` where there is none for the moment. */
  cancel?: string | null;
  /** Another way out beside Cancel. */
  aside?: ReactNode;
  size?: 'xs' | 'sm' | 'md';
  busy?: boolean;
  /** A press beside it does not close it: too much would be lost by that. */
  stays?: boolean;
  /** It takes the place of one that is there already, and does not fade in. */
  closeImmediately?: boolean;
  /** Why it was refused. */
  failure?: string | undefined;
  /** A question: the answer that changes nothing is at hand. A form begins at its first field. */
  question?: boolean;
  onSubmit?: () => void;
  onClose: () => void;
  children?: ReactNode;
  /** The element around the fields. */
  content?: Ref<HTMLDivElement>;
}

export function FormDialog({
  title,
  description,
  submit,
  cancel = m.admin_cancel(),
  aside,
  size = 'xs',
  busy = false,
  stays = false,
  closeImmediately = false,
  failure,
  question = false,
  onSubmit,
  onClose,
  children,
  content,
}: FormDialogProps) {
  const id = useId();
  const send = (event: FormEvent) => {
    event.preventDefault();
    // A dialog that was opened from within another form is no part of that form.
    event.stopPropagation();
    if (!busy && !submit?.early) onSubmit?.();
  };
  return (
    <Dialog
      open
      onClose={(_event, reason) => {
        if (!busy && !(stays && reason === 'backdropClick')) onClose();
      }}
      maxWidth={size}
      {...(closeImmediately && { transitionDuration: 0 })}
      fullWidth
      aria-labelledby={id}
      {...(description !== undefined && { 'aria-describedby': `${id}about` })}
      slotProps={{ paper: { className: styles.paper ?? '' } }}
    >
      <form noValidate className={styles.form} onSubmit={send}>
        <DialogTitle id={id}>{title}</DialogTitle>
        <DialogContent ref={content}>
          {description !== undefined && (
            <div id={`${id}about`} className={styles.text}>
              {description}
            </div>
          )}
          {question || !submit ? children : <Fields>{children}</Fields>}
          {failure && (
            <p className={styles.refused} role="alert">
              {failure}
            </p>
          )}
        </DialogContent>
        <DialogActions className={styles.actions ?? ''}>
          {cancel !== null && (
            // oxlint-disable-next-line jsx-a11y/no-autofocus
            <Button variant="text" onClick={onClose} disabled={busy} autoFocus={question || !submit}>
              {cancel}
            </Button>
          )}
          {aside}
          {submit && (
            <Button
              type="submit"
              variant="contained"
              color={submit.danger ? 'error' : 'primary'}
              aria-disabled={busy || submit.early || undefined}
            >
              {busy ? (submit.busy ?? submit.label) : submit.label}
            </Button>
          )}
        </DialogActions>
      </form>
    </Dialog>
  );
}

/** Begins at the first field. */
function Fields({ children }: { children: ReactNode }) {
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (root.current?.contains(document.activeElement)) return;
    const first = ':is(input:not([type="hidden"]), select, textarea):not([disabled])';
    const control =
      root.current?.querySelector<HTMLElement>(first) ?? root.current?.querySelector<HTMLElement>('button');
    control?.focus();
  }, []);
  return (
    <div ref={root} className={styles.fields}>
      {children}
    </div>
  );
}
