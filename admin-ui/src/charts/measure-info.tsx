// What a measure means, behind a sign beside its name: a plain sentence, and the formula.
import { m } from '@mizan/ui-kit/messages';
import { Info } from 'lucide-react';
import { useId, useRef } from 'react';
import type { Measure } from '../document/analytics.ts';
import styles from './measure-info.module.css';

const GAP = 8;

type Meaning = Pick<Measure, 'label' | 'description' | 'formula'>;

interface Props {
  /** One, or those that are drawn together. */
  of: Meaning[];
  /** The name of all of them; by default that of the first. */
  label?: string;
}

export function MeasureInfo({ of, label = of[0]?.label ?? '' }: Props) {
  const id = useId();
  const sign = useRef<HTMLButtonElement>(null);
  const about = useRef<HTMLDivElement>(null);
  const explained = of.filter(({ description }) => description);
  if (explained.length === 0) return null;
  return (
    <>
      <button
        ref={sign}
        type="button"
        className={styles.sign}
        aria-label={m.charts_about({ label })}
        title={m.charts_about({ label })}
        popoverTarget={id}
      >
        <Info size={16} strokeWidth={1.75} aria-hidden="true" focusable="false" />
      </button>
      {/* A popover of the browser: it closes by Escape and by a press elsewhere, and is above everything. */}
      <div
        ref={about}
        id={id}
        popover="auto"
        role="note"
        aria-label={m.charts_about({ label })}
        className={styles.about}
        onToggle={() => place(about.current, sign.current)}
      >
        {explained.map((measure) => (
          <section key={measure.label} className={styles.one}>
            <h2 className={styles.name}>{measure.label}</h2>
            <p>{measure.description}</p>
            {measure.formula && (
              <p className={styles.formula}>
                <span className={styles.word}>{m.charts_formula()}</span> {measure.formula}
              </p>
            )}
          </section>
        ))}
      </div>
    </>
  );
}

/** Puts the text below its sign, or above where there is no room, within the window. */
function place(about: HTMLElement | null, sign: HTMLElement | null): void {
  if (!about || !sign) return;
  const { left, top, bottom } = sign.getBoundingClientRect();
  const { clientWidth, clientHeight } = document.documentElement;
  const below = bottom + GAP + about.offsetHeight <= clientHeight - GAP;
  const across = Math.min(left, clientWidth - about.offsetWidth - GAP);
  about.style.left = `${Math.max(GAP, across)}px`;
  about.style.top = `${below ? bottom + GAP : Math.max(GAP, top - GAP - about.offsetHeight)}px`;
}
