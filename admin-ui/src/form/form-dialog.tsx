// The base of all dialogs with an action: a question or a form. Cancel, Escape and a click outside close it, but not
// while it is busy. It is mounted anew each time it opens, so its state starts afresh.
import { Button } from '@mizan/ui-kit/button';
import { Dialog } from '@mizan/ui-kit/dialog';
import { m } from '@mizan/ui-kit/messages';
import { useUnsavedWork } from '@mizan/ui-kit/session';
import type { Question } from '../data/why.ts';
import { useViewed } from '../document/context.tsx';
import { Why } from '../frame/why.tsx';
import { useEffect, useId, useRef, type FormEvent, type ReactNode, type Ref } from 'react';
import styles from './form-dialog.module.css';

export interface FormDialogProps {
  title: ReactNode;
  /** A description below the title. */
  description?: ReactNode;
  /** The submit button; without one the dialog can only be closed. */
  submit?:
    | {
        label: string;
        /** The button's label while it is busy. */
        busy?: string;
        /** The action deletes something. */
        danger?: boolean;
        /** The button is still disabled. */
        early?: boolean;
        /** It sends nothing to the server. */
        local?: boolean;
      }
    | undefined;
  /** The label of the cancel button; `null` hides it. */
  cancel?: string | null;
  /** Another button beside Cancel. */
  aside?: ReactNode;
  size?: 'small' | 'medium' | 'large';
  busy?: boolean;
  /** A click outside does not close it, because too much would be lost. */
  stays?: boolean;
  /** Replaces another dialog, without a fade-in. */
  closeImmediately?: boolean;
  /** The error message. */
  failure?: string | undefined;
  /** Why that is so. */
  why?: Question | undefined;
  /** What leads to the reason of the error. */
  failureLinks?: ReactNode;
  /** A question focuses the button that changes nothing; a form focuses its first field. */
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
  submit: given,
  cancel = m.admin_cancel(),
  aside,
  size,
  busy = false,
  stays = false,
  closeImmediately = false,
  failure,
  why,
  failureLinks,
  question = false,
  onSubmit,
  onClose,
  children,
  content,
}: FormDialogProps) {
  const id = useId();
  const viewed = useViewed();
  const isReadOnly = viewed !== undefined && given !== undefined && !given.local;
  const submit = isReadOnly ? undefined : given;
  useUnsavedWork(submit !== undefined && !question);
  const send = (event: FormEvent) => {
    event.preventDefault();
    // A dialog that was opened from another form must not submit that form: React events bubble through portals.
    event.stopPropagation();
    if (!busy && !submit?.early) onSubmit?.();
  };
  return (
    <Dialog
      size={size}
      stays={stays}
      data-still={closeImmediately || undefined}
      onClose={() => !busy && onClose()}
      aria-labelledby={id}
      aria-describedby={description === undefined ? undefined : `${id}about`}
    >
      <form noValidate className={styles.form} onSubmit={send}>
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
        <div ref={content} className={styles.content}>
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
          {failure && failureLinks}
          {failure && why && <Why question={why} />}
          {isReadOnly && <p className={styles.refused}>{m.view_as_read_only({ name: viewed })}</p>}
        </div>
        <div className={styles.actions}>
          {cancel !== null && (
            // oxlint-disable-next-line jsx-a11y/no-autofocus
            <Button look="quiet" onClick={onClose} disabled={busy} autoFocus={question || !submit}>
              {cancel}
            </Button>
          )}
          {aside}
          {submit && (
            <Button
              type="submit"
              look={submit.danger ? 'danger' : 'primary'}
              aria-disabled={busy || submit.early || undefined}
            >
              {busy ? (submit.busy ?? submit.label) : submit.label}
            </Button>
          )}
        </div>
      </form>
    </Dialog>
  );
}

/** Focuses the first field. */
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
