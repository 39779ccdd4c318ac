// What is typed from the keys that open the palette on: typed ahead until its field has the focus, and heard by no shortcut
// of the screen below.
import { useCallback, useEffect, useRef, useState, type Dispatch, type SetStateAction } from 'react';

export interface Typed {
  text: string;
  type: Dispatch<SetStateAction<string>>;
  /** The palette is being opened. */
  begin: () => void;
  /** It has the focus. */
  end: () => void;
}

export function useTypedAhead(onEscape: () => void): Typed {
  const [text, type] = useState('');
  const isAhead = useRef(false);
  const escape = useRef(onEscape);
  useEffect(() => {
    escape.current = onEscape;
  });
  const begin = useCallback(() => {
    isAhead.current = true;
    type('');
  }, []);
  const end = useCallback(() => {
    isAhead.current = false;
  }, []);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!isAhead.current || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      event.stopPropagation();
      const { key } = event;
      if (key === 'Escape') {
        isAhead.current = false;
        escape.current();
      } else if (key === 'Backspace') type((typed) => typed.slice(0, -1));
      else if (key.length === 1) type((typed) => typed + key);
    };
    window.addEventListener('keydown', press, true);
    return () => window.removeEventListener('keydown', press, true);
  }, []);
  return { text, type, begin, end };
}
