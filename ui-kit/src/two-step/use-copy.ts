// Copies a text that is shown, and announces it. Without a clipboard, as without HTTPS, the text is selected.
import { useRef, useState, type RefObject } from 'react';
import { m } from '@mizan/ui-kit/messages';

interface Copy {
  /** The element with the text. */
  shown: RefObject<HTMLElement | null>;
  announcement: string;
  copy: (text: string) => Promise<void>;
}

export function useCopy(): Copy {
  const [announcement, setAnnouncement] = useState('');
  const shown = useRef<HTMLElement>(null);

  async function copy(text: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      setAnnouncement(m.two_step_copied());
    } catch {
      if (shown.current) getSelection()?.selectAllChildren(shown.current);
      setAnnouncement(m.two_step_copy_failed());
    }
  }

  return { shown, announcement, copy };
}
