// What all plots are drawn on. Its marks are one stop of the Tab key; arrows go from mark to mark, Enter follows the
// mark's address, and what a mark says is read out and shown beside it.
import { useRef, useState, type CSSProperties, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import styles from './chart.module.css';

/** A mark where it stands. */
export interface Spot {
  key: string;
  /** What it is seen at. */
  x: number;
  y: number;
  said: string[];
  href?: string | undefined;
  colour?: string | undefined;
  shape: ReactNode;
}

interface Props {
  title: string;
  width: number;
  height: number;
  spots: Spot[];
  plotRef?: ((plot: SVGSVGElement | null) => void) | undefined;
  /** Axes and whatever else stands behind the marks. */
  children?: ReactNode;
}

const NOTE_WIDTH = 240;

/** Where a note about a mark begins: after it, before it, or, where there is little room, at the edge. */
function beside(x: number, width: number): number {
  const after = x + 12;
  if (after + NOTE_WIDTH <= width) return after;
  return Math.max(0, Math.min(x - NOTE_WIDTH / 2, width - NOTE_WIDTH));
}

export function Canvas({ title, width, height, spots, plotRef, children }: Props) {
  const navigate = useNavigate();
  const svg = useRef<SVGSVGElement | null>(null);
  const [stop, setStop] = useState(0);
  const [noted, setNoted] = useState<number>();
  const current = Math.min(stop, spots.length - 1);
  const note = noted === undefined ? undefined : spots[noted];

  const go = (index: number): void => {
    setStop(index);
    svg.current?.querySelectorAll<SVGElement>('[data-mark]')[index]?.focus();
  };
  const press = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Escape') setNoted(undefined);
    const next = stepped(event.key, current, spots);
    if (next === undefined) return;
    event.preventDefault();
    go(next);
  };
  const follow = (event: MouseEvent<Element>, href: string): void => {
    if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    void navigate(href);
  };
  return (
    <div className={styles.canvas} style={{ inlineSize: width }}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <svg
        ref={(element) => {
          svg.current = element;
          plotRef?.(element);
        }}
        className={styles.svg}
        width={width}
        height={height}
        viewBox={`0 0 ${width} ${height}`}
        role="group"
        aria-label={title}
        onKeyDown={press}
      >
        {children}
        {spots.map(({ key, said, href, colour, shape }, index) => {
          const mark = {
            className: styles.mark,
            'data-mark': '',
            'aria-label': said.join(', '),
            tabIndex: index === current ? 0 : -1,
            style: { '--series': colour } as CSSProperties,
            onFocus: () => {
              setStop(index);
              setNoted(index);
            },
            onBlur: () => setNoted(undefined),
            onPointerEnter: () => setNoted(index),
            onPointerLeave: () => setNoted(undefined),
          };
          return href === undefined ? (
            <g key={key} {...mark} role="img">
              {shape}
            </g>
          ) : (
            <a key={key} {...mark} href={href} onClick={(event) => follow(event, href)}>
              {shape}
            </a>
          );
        })}
      </svg>
      {note && (
        <div
          className={styles.note}
          aria-hidden="true"
          data-below={note.y < 24 * (note.said.length + 1) || undefined}
          style={{ '--x': `${beside(note.x, width)}px`, '--y': `${note.y}px` } as CSSProperties}
        >
          {note.said.map((line, index) => (
            // oxlint-disable-next-line react/no-array-index-key
            <p key={index}>{line}</p>
          ))}
        </div>
      )}
    </div>
  );
}

/** Which mark a key leads to: along the order of the marks, or to the nearest above and below. */
export function stepped(key: string, from: number, spots: Pick<Spot, 'x' | 'y'>[]): number | undefined {
  const last = spots.length - 1;
  if (last < 0) return undefined;
  if (key === 'Home') return 0;
  if (key === 'End') return last;
  if (key === 'ArrowRight') return Math.min(from + 1, last);
  if (key === 'ArrowLeft') return Math.max(from - 1, 0);
  if (key !== 'ArrowUp' && key !== 'ArrowDown') return undefined;
  const here = spots[from];
  if (!here) return 0;
  const way = key === 'ArrowDown' ? 1 : -1;
  let nearest = from;
  let least = Infinity;
  spots.forEach(({ x, y }, index) => {
    const along = (y - here.y) * way;
    // What stands aside is nearer than what stands far below.
    const far = along + 2 * Math.abs(x - here.x);
    if (along > 0.5 && far < least) [nearest, least] = [index, far];
  });
  return nearest;
}
