// The search of a list. Typing updates the URL after a short pause; Enter, and leaving the field, at once; Enter also opens
// the only record that it finds. A press that leaves it is waited for, so that the list does not move under it; what it
// opens is not left again.
import { m } from '@mizan/ui-kit/messages';
import { useEffect, useRef, useState } from 'react';
import { Icon } from '../frame/icon.tsx';
import styles from './search-box.module.css';

const PAUSE = 300;
const POINTER = ['pointerdown', 'pointerup', 'pointercancel'] as const;

interface Props {
  value: string;
  onSearch: (search: string) => void;
  /** Enter was pressed with this search. */
  onEnter: (search: string) => void;
}

export function SearchBox({ value, onSearch, onEnter }: Props) {
  const [typed, setTyped] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const sent = useRef(value);
  const search = useRef(onSearch);
  useEffect(() => {
    search.current = onSearch;
  });

  // The URL changed otherwise: Back, or a link.
  useEffect(() => {
    if (value === sent.current) return;
    sent.current = value;
    setTyped(value);
  }, [value]);

  useEffect(() => () => clearTimeout(timer.current), []);

  const isPressed = useRef(false);
  useEffect(() => {
    const note = ({ type }: PointerEvent) => {
      isPressed.current = type === 'pointerdown';
    };
    for (const type of POINTER) window.addEventListener(type, note, true);
    return () => {
      for (const type of POINTER) window.removeEventListener(type, note, true);
    };
  }, []);

  const send = (text: string) => {
    clearTimeout(timer.current);
    const trimmed = text.trim();
    if (trimmed === sent.current) return;
    sent.current = trimmed;
    search.current(trimmed);
  };
  const leave = (text: string) => {
    if (!isPressed.current) {
      send(text);
      return;
    }
    clearTimeout(timer.current);
    const screen = window.location.pathname;
    const released = new AbortController();
    const sendSoon = () => {
      released.abort();
      // After the click that the press ends in.
      setTimeout(() => {
        if (window.location.pathname === screen) send(text);
      });
    };
    for (const type of ['pointerup', 'pointercancel']) window.addEventListener(type, sendSoon, released);
  };
  const type = (text: string) => {
    setTyped(text);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => send(text), PAUSE);
  };

  return (
    <search className={styles.search}>
      <Icon name="search" size={18} />
      <input
        type="search"
        className={styles.input}
        dir="auto"
        value={typed}
        placeholder={m.admin_search()}
        aria-label={m.admin_search()}
        maxLength={200}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => type(event.target.value)}
        onBlur={() => leave(typed)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            send(typed);
            onEnter(typed.trim());
          }
          if (event.key === 'Escape' && typed) {
            event.preventDefault();
            setTyped('');
            send('');
          }
        }}
      />
    </search>
  );
}
