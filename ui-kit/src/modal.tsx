// A modal dialog that loses nothing: what has been typed is given up only after a question, and what is shown only once
// is left by its own button alone. That holds for Escape, the gesture and the button that go back, a reload, and the end of
// the session: signing in opens over it.
import { createContext, use, useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { m } from '@mizan/ui-kit/messages';
import { Button } from './button';
import { Dialog } from './dialog';
import { useUnsavedWork } from './session';
import styles from './dialog.module.css';

interface Props {
  /** Its own shape, in place of the centred one. */
  shape?: string | undefined;
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

export function Modal({ shape, labelledBy, view = '', locked = false, onBack, onClose, children }: Props) {
  const [typedIn, setTypedIn] = useState<string | null>(null);
  // A view that is opened again begins empty.
  const [shown, setShown] = useState(view);
  if (shown !== view) {
    setShown(view);
    setTypedIn(null);
  }
  const [asking, setAsking] = useState(false);
  const edited = typedIn === view;
  const unsaved = locked || edited;

  const giveUp = () => {
    setTypedIn(null);
    setAsking(false);
    (onBack ?? onClose)();
  };
  const leave = () => {
    if (locked || asking) return;
    if (edited) setAsking(true);
    else giveUp();
  };
  useUnsavedWork(unsaved);
  useUnsaved(unsaved, leave);

  return (
    <Dialog shape={shape} aria-labelledby={labelledBy} stays onInput={() => setTypedIn(view)} onClose={leave}>
      <Control value={{ leave, close: onClose }}>{children}</Control>
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
    </Dialog>
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
  const id = useId();
  return (
    <Dialog role="alertdialog" aria-labelledby={id} aria-describedby={`${id}text`} stays onClose={onStay}>
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
          {/* oxlint-disable-next-line jsx-a11y/no-autofocus */}
          <Button look="quiet" autoFocus onClick={onStay}>
            {stay}
          </Button>
          <Button look="danger" onClick={onGiveUp}>
            {giveUp}
          </Button>
        </div>
      </div>
    </Dialog>
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
