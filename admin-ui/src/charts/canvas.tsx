// The canvas of all plots. Its marks are one tab stop (roving focus): arrow keys move between marks, Enter follows a
// mark's link, and its text is announced and shown beside it.
import {
  useRef,
  useState,
  type CSSProperties,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
} from 'react';
import { useNavigate } from 'react-router';
import styles from './chart.module.css';
import { Note, SEPARATOR } from './note.tsx';

/** A mark with its position. */
export interface Spot {
  key: string;
  /** The point that the note refers to. */
  x: number;
  y: number;
  /** The names of what it is about, each of them in its own direction. */
  names: string[];
  lines: string[];
  href?: string | undefined;
  colour?: string | undefined;
  /** The visible area, which the focus ring surrounds. */
  box: Box;
  shape: ReactNode;
  /** A short text at the mark. It is not part of its name, which has the exact value. */
  label?: ReactNode;
}

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
  /** The corner radius. */
  round?: number;
}

/** The box around a circle. */
export const around = (x: number, y: number, radius: number): Box => ({
  x: x - radius,
  y: y - radius,
  width: 2 * radius,
  height: 2 * radius,
  round: radius,
});

interface Props {
  title: string;
  width: number;
  height: number;
  spots: Spot[];
  plotRef?: ((plot: SVGSVGElement | null) => void) | undefined;
  /** Axes and everything else behind the marks. */
  children?: ReactNode;
  /** Headings that stay visible while the drawing scrolls. */
  over?: ReactNode;
}

const RING = 3;

export function Canvas({ title, width, height, spots, plotRef, children, over }: Props) {
  const navigate = useNavigate();
  const svg = useRef<SVGSVGElement | null>(null);
  const [stop, setStop] = useState(0);
  const [noted, setNoted] = useState<number>();
  const [ringed, setRinged] = useState<number>();
  const current = Math.min(stop, spots.length - 1);
  const note = noted === undefined ? undefined : spots[noted];
  const ring = ringed === undefined ? undefined : spots[ringed];

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
      {over}
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
        {spots.map(({ key, names, lines, href, colour, shape }, index) => {
          const mark = {
            className: styles.mark,
            'data-mark': '',
            'aria-label': [...(names.length > 0 ? [titleOf(names)] : []), ...lines].join(', '),
            tabIndex: index === current ? 0 : -1,
            style: { '--series': colour } as CSSProperties,
            onFocus: ({ currentTarget }: FocusEvent<Element>) => {
              setStop(index);
              setNoted(index);
              setRinged(currentTarget.matches(':focus-visible') ? index : undefined);
            },
            onBlur: () => {
              setNoted(undefined);
              setRinged(undefined);
            },
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
        <g className={styles.labels} aria-hidden="true">
          {spots.map(({ key, label }) => label && <g key={key}>{label}</g>)}
        </g>
        {ring && <Ring {...ring.box} />}
      </svg>
      {note && <Note key={note.key} svg={svg} x={note.x} y={note.y} names={note.names} lines={note.lines} />}
    </div>
  );
}

/** `Marina · Studio` */
const titleOf = (names: string[]): string => names.join(SEPARATOR);

/** The focus ring, with a gap to the mark, so that both are visible. */
function Ring({ x, y, width, height, round = 2 }: Box) {
  const outside = {
    x: x - RING,
    y: y - RING,
    width: width + 2 * RING,
    height: height + 2 * RING,
    rx: round + RING,
  };
  return (
    <g className={styles.ring} aria-hidden="true" data-seen="">
      <rect {...outside} data-apart="" />
      <rect {...outside} />
    </g>
  );
}

/** The mark that a key moves to: the next or previous one, or the nearest one above or below. */
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
    // Distance to the side counts double.
    const far = along + 2 * Math.abs(x - here.x);
    if (along > 0.5 && far < least) [nearest, least] = [index, far];
  });
  return nearest;
}
