// A section of the panel with its heading, and shared parts.
import { useId, useState, type ReactNode } from 'react';
import { m } from '@mizan/ui-kit/messages';
import { isLong } from './facts';
import styles from './panel.module.css';

export function Section({ title, note, children }: { title: string; note?: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={styles['section']} aria-labelledby={id}>
      <div className={styles['sectionHead']}>
        <h3 id={id} className={styles['title']}>
          {title}
        </h3>
        {note && <p className={styles['note']}>{note}</p>}
      </div>
      {children}
    </section>
  );
}

export function Chips({ texts }: { texts: string[] }) {
  return (
    <ul className={styles['chips']}>
      {texts.map((text) => (
        <li key={text} className={styles['chip']} dir="auto">
          {text}
        </li>
      ))}
    </ul>
  );
}

/** A text with its line breaks; a long one is collapsed at first. */
export function LongText({ text }: { text: string }) {
  const [whole, setWhole] = useState(false);
  const id = useId();
  const long = isLong(text);
  return (
    <div>
      <p id={id} className={styles['text']} data-cut={(long && !whole) || undefined} dir="auto">
        {text}
      </p>
      {long && (
        <button
          type="button"
          className={styles['more']}
          aria-expanded={whole}
          aria-controls={id}
          onClick={() => setWhole(!whole)}
        >
          {whole ? m.panel_less() : m.panel_more()}
        </button>
      )}
    </div>
  );
}
