// What is drawn of the points of a map: a mark for each, which is a link where it has one, and one for each cluster.
import type { KeyboardEvent } from 'react';
import { m } from '@mizan/ui-kit/messages';
import { formatNumber } from '../formats';
import styles from './place-map.module.css';
import type { Coordinates, Spot } from './projection';

export interface Point extends Coordinates {
  label: string;
  /** The point's value as text. */
  value?: string;
  /** A CSS colour; the accent without one. */
  colour?: string;
  /** The link of the point. */
  href?: string | undefined;
}

/** The radius of a cluster, whose number has three digits or a separator and four. */
export const CLUSTER = 17;

/** The tab stop among the marks (roving focus); arrow keys move on from there. */
interface Stop {
  stop: boolean;
  focused: () => void;
}

interface MarkProps extends Stop {
  point: Point;
  /** The position of the point in the list. */
  index: number;
  alone: boolean;
  at: Spot;
  radius: number;
  go: ((href: string) => void) | undefined;
}

export function Mark({ point, index, alone, at, radius, stop, focused, go }: MarkProps) {
  const { label, value, colour, href } = point;
  const text = value ? m.map_value({ label, value }) : label;
  const drawn = (
    <g className={styles['mark']}>
      <title>{text}</title>
      {alone ? (
        <>
          <path d="M0 0C-3-7-10-11-10-19a10 10 0 0 1 20 0C10-11 3-7 0 0Z" />
          <circle cy={-19} r={3.6} className={styles['hole']} />
        </>
      ) : (
        <circle r={radius} data-coloured={colour === undefined ? undefined : ''} />
      )}
    </g>
  );
  const position = { transform: `translate(${at.x} ${at.y})`, style: colour ? { color: colour } : undefined };
  if (href === undefined) return <g {...position}>{drawn}</g>;
  return (
    <a
      {...position}
      href={href}
      className={styles['link']}
      aria-label={text}
      data-point={index}
      tabIndex={stop ? 0 : -1}
      onFocus={focused}
      onKeyDown={stepFrom}
      // Pressing a point must not drag the map.
      onPointerDown={(event) => event.stopPropagation()}
      onClick={(event) => {
        if (!go || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        go(href);
      }}
    >
      {drawn}
    </a>
  );
}

interface ClusterProps extends Stop {
  members: number[];
  at: Spot;
  /** Shows its points apart. */
  approach: () => void;
}

/** A cluster: the number of its points. */
export function ClusterMark({ members, at, stop, focused, approach }: ClusterProps) {
  const count = formatNumber(members.length);
  const text = m.map_cluster({ count: members.length, shown: count });
  return (
    <g
      transform={`translate(${at.x} ${at.y})`}
      className={styles['link']}
      role="button"
      aria-label={text}
      data-point={members[0]}
      tabIndex={stop ? 0 : -1}
      onFocus={focused}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== ' ') {
          stepFrom(event);
          return;
        }
        event.preventDefault();
        approach();
      }}
      onPointerDown={(event) => event.stopPropagation()}
      onClick={approach}
    >
      <g className={styles['mark']}>
        <title>{text}</title>
        <circle r={CLUSTER} className={styles['reach']} />
        <circle r={CLUSTER} />
        <text y={4} className={styles['count']}>
          {count}
        </text>
      </g>
    </g>
  );
}

const WAYS: Partial<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** On a point the arrow keys move the focus, not the map. */
function stepFrom(event: KeyboardEvent<Element>): void {
  const way = WAYS[event.key];
  if (way === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
  const all = [...(event.currentTarget.closest('svg')?.querySelectorAll<SVGElement>('[data-point]') ?? [])];
  all[all.findIndex((one) => one === event.currentTarget) + way]?.focus();
  event.preventDefault();
  event.stopPropagation();
}
