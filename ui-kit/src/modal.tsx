// A modal dialog that loses nothing: what has been typed is given up only after a question, and what is shown only once
// is left by its own button alone. That holds for Escape, the gesture and the button that go back, a reload, and the end of
// the session: signing in opens over it.
import { createContext, use, useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { m } from '@mizan/ui-kit/messages';
import { Button } from './button';
import { useUnsavedWork } from './session';
import styles from './dialog.module.css';

interface Props {
  className: string | undefined;
  /** The id of its title. */
  labelledBy: string;
  /** What is shown of it: what was typed in one view is no work of another. */
  view?: string;
  /** This view shows what will not be shown again. */
  locked?: boolean | undefined;
  /** Where leaving this view leads. Undefined closes the dialog. */
  onBack?: (() => void) | undefined;
  onClose: () => void;
  children: ReactNode;
}

interface ModalControl {
  /** Leaves the view, after a question where something would be lost. */
  leave: () => void;
  /** Closes the dialog on purpose. */
  close: () => void;
}

const Control = createContext<ModalControl>({ leave: () => {}, close: () => {} });

/** The ways out of the dialog around a component. */
export const useModal = (): ModalControl => use(Control);

export function Modal({ className, labelledBy, view = '', locked = false, onBack, onClose, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [typedIn, setTypedIn] = useState<string | null>(null);
  // A view that is opened again begins empty.
  const [shown, setShown] = useState(view);
  if (shown !== view) {
    setShown(view);
    setTypedIn(null);
  }
  const [asking, setAsking] = useState(false);
  const closing = useRef(false);
  const edited = typedIn === view;
  const unsaved = locked || edited;

  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal();
  }, []);

  const close = () => {
    closing.current = true;
    dialog.current?.close();
  };
  const giveUp = () => {
    setTypedIn(null);
    setAsking(false);
    if (onBack) onBack();
    else close();
  };
  const leave = () => {
    if (locked) return;
    if (edited) setAsking(true);
    else giveUp();
  };
  useUnsavedWork(unsaved);
  useUnsaved(unsaved, leave);

  return (
    <dialog
      ref={dialog}
      className={className}
      aria-labelledby={labelledBy}
      onInput={() => setTypedIn(view)}
      // Before the browser's own way to close, which a second press could not be kept from.
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.preventDefault();
        if (!asking) leave();
      }}
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        leave();
      }}
      onClose={(event) => {
        if (event.target !== event.currentTarget) return;
        if (closing.current || !unsaved) return onClose();
        event.currentTarget.showModal();
        leave();
      }}
    >
      <Control value={{ leave, close }}>{children}</Control>
      {asking && (
        <Question
          title={m.account_leave_title()}
          text={m.account_leave_text()}
          stay={m.account_leave_stay()}
          giveUp={m.account_leave_discard()}
          onStay={() => setAsking(false)}
          onGiveUp={giveUp}
        />
      )}
    </dialog>
  );
}

interface QuestionProps {
  title: string;
  text: string;
  /** The labels of the answers. */
  stay: string;
  giveUp: string;
  onStay: () => void;
  onGiveUp: () => void;
}

/** Asks over a dialog before something is lost. Escape loses nothing. */
export function Question({ title, text, stay, giveUp, onStay, onGiveUp }: QuestionProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const before = document.activeElement;
    dialog.current?.showModal();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      role="alertdialog"
      className={styles['dialog']}
      aria-labelledby={id}
      aria-describedby={`${id}text`}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        event.stopPropagation();
        onStay();
      }}
      onClose={onStay}
    >
      <div className={styles['form']}>
        <div className={styles['head']}>
          <h2 id={id} className={styles['title']}>
            {title}
          </h2>
          <p id={`${id}text`} className={styles['text']}>
            {text}
          </p>
        </div>
        <div className={styles['foot']}>
          <Button look="quiet" onClick={onStay}>
            {stay}
          </Button>
          <Button look="danger" onClick={onGiveUp}>
            {giveUp}
          </Button>
        </div>
      </div>
    </dialog>
  );
}

/** The part of the Navigation API that is used; not every browser has it. */
interface NavigateEvent extends Event {
  navigationType: 'push' | 'replace' | 'reload' | 'traverse';
  downloadRequest: string | null;
}

/** Keeps the page while something would be lost: `onLeave` is called instead of going elsewhere. */
function useUnsaved(when: boolean, onLeave: () => void): void {
  const latest = useRef(onLeave);
  useEffect(() => {
    latest.current = onLeave;
  });
  useEffect(() => {
    if (!when) return;
    const { navigation } = window as unknown as { navigation?: EventTarget };
    const stay = (event: Event) => event.preventDefault();
    const refuse = (event: Event) => {
      const { navigationType: type, downloadRequest } = event as NavigateEvent;
      if (!event.cancelable || downloadRequest !== null || type === 'replace' || type === 'reload') return;
      event.preventDefault();
      latest.current();
    };
    addEventListener('beforeunload', stay);
    navigation?.addEventListener('navigate', refuse);
    return () => {
      removeEventListener('beforeunload', stay);
      navigation?.removeEventListener('navigate', refuse);
    };
  }, [when]);
}
