// The search of a list. Typing updates the URL after a short pause; Enter, and leaving the field, at once; Enter also opens
// the only record that it finds. A click on a
// link leaves it first, so that a pause that ends while the link's screen is loading does not lead back to the list.
import { m } from '@mizan/ui-kit/messages';
import { useEffect, useRef, useState } from 'react';
import { Icon } from '../frame/icon.tsx';
import styles from './search-box.module.css';

const PAUSE = 300;

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

  const send = (text: string) => {
    clearTimeout(timer.current);
    const trimmed = text.trim();
    if (trimmed === sent.current) return;
    sent.current = trimmed;
    search.current(trimmed);
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
        onBlur={() => send(typed)}
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
