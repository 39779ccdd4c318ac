// The text of a mark, shown beside it, above scrolling or clipping elements and within the window.
import { Fragment, useLayoutEffect, useRef, type RefObject } from 'react';
import { createPortal } from 'react-dom';
import styles from './chart.module.css';

const APART = 12;
const EDGE = 8;

interface Props {
  svg: RefObject<SVGSVGElement | null>;
  /** The position of the mark in the drawing. */
  x: number;
  y: number;
  names: string[];
  lines: string[];
}

export const SEPARATOR = ' · ';

const between = (least: number, value: number, most: number): number => Math.max(least, Math.min(value, most));

export function Note({ svg, x, y, names, lines }: Props) {
  const note = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const position = (): void => {
      const [drawing, box] = [svg.current, note.current];
      if (!drawing || !box) return;
      const { left, top } = drawing.getBoundingClientRect();
      // For a mark that is scrolled out of view, the note points at the nearest edge.
      const viewport = drawing.closest('[data-scroller]')?.getBoundingClientRect();
      const [at, from] = [
        viewport ? between(viewport.left, left + x, viewport.right) : left + x,
        viewport ? between(viewport.top, top + y, viewport.bottom) : top + y,
      ];
      const { offsetWidth, offsetHeight } = box;
      const { clientWidth, clientHeight } = document.documentElement;
      const after = at + APART + offsetWidth <= clientWidth - EDGE;
      const above = from - APART - offsetHeight >= EDGE;
      const across = after ? at + APART : at - APART - offsetWidth;
      const down = above ? from - APART - offsetHeight : from + APART + 4;
      box.style.left = `${between(EDGE, across, clientWidth - EDGE - offsetWidth)}px`;
      box.style.top = `${between(EDGE, down, clientHeight - EDGE - offsetHeight)}px`;
    };
    position();
    const options = { capture: true, passive: true } as const;
    window.addEventListener('scroll', position, options);
    window.addEventListener('resize', position);
    return () => {
      window.removeEventListener('scroll', position, options);
      window.removeEventListener('resize', position);
    };
  }, [svg, x, y]);
  return createPortal(
    <div ref={note} className={styles.note} aria-hidden="true">
      {names.length > 0 && (
        <p>
          {names.map((name, index) => (
            // oxlint-disable-next-line react/no-array-index-key
            <Fragment key={index}>
              {index > 0 && SEPARATOR}
              <bdi>{name}</bdi>
            </Fragment>
          ))}
        </p>
      )}
      {lines.map((line, index) => (
        // oxlint-disable-next-line react/no-array-index-key
        <p key={index} dir="auto">
          {line}
        </p>
      ))}
    </div>,
    document.body,
  );
}
