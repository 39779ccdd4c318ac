// What is typed between the keys that open the palette and its first render: the palette begins with it, and no shortcut of
// the screen below hears it.
import { useCallback, useEffect, useRef } from 'react';

interface TypedAhead {
  begin: () => void;
  /** Ends it, and returns what was typed. */
  end: () => string;
}

export function useTypedAhead(onEscape: () => void): TypedAhead {
  const typed = useRef<string>(undefined);
  const escape = useRef(onEscape);
  useEffect(() => {
    escape.current = onEscape;
  });
  const begin = useCallback(() => {
    typed.current = '';
  }, []);
  const end = useCallback(() => {
    const text = typed.current ?? '';
    typed.current = undefined;
    return text;
  }, []);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (typed.current === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      event.stopPropagation();
      if (event.key === 'Escape') {
        end();
        escape.current();
      } else if (event.key === 'Backspace') typed.current = typed.current.slice(0, -1);
      else if (event.key.length === 1) typed.current += event.key;
    };
    window.addEventListener('keydown', press, true);
    return () => window.removeEventListener('keydown', press, true);
  }, [end]);
  return { begin, end };
}
