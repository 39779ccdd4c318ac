// The axes of plots: hairlines and short numbers.
import { short, ticksOf, widthOf } from './numbers.ts';
import styles from './chart.module.css';

export interface Frame {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

interface Ticked {
  ticks: (count: number) => number[];
}

interface Scaled extends Ticked {
  (value: number): number;
}

interface Props {
  frame: Frame;
  scale: Scaled;
  unit: string;
  /** The axis title, for charts whose caption does not contain it. */
  label?: string | undefined;
}

const TEXT = 12;
const TICK = 72;
const LINE = 44;
/** Digits are wider than the average letter. */
const WIDE = 1.2;
/** The margin to the right of a plot. */
const ROOM = 16;

const ticksUp = (scale: Ticked, height: number, unit: string): number[] =>
  ticksOf(scale, Math.max(2, Math.min(6, Math.floor(height / LINE))), (value) => short(value, unit));

/** The width of the labels of a vertical axis. */
export const roomLeft = (scale: Ticked, height: number, unit: string): number =>
  12 + Math.max(20, ...ticksUp(scale, height, unit).map((tick) => WIDE * widthOf(short(tick, unit), TEXT)));

/** A vertical axis, with a hairline for each number. */
export function AxisLeft({ frame, scale, unit, label }: Props) {
  const { left, right, top, bottom } = frame;
  return (
    <g className={styles.axis} aria-hidden="true">
      {ticksUp(scale, bottom - top, unit).map((value) => (
        <g key={value}>
          <line x1={left} x2={right} y1={scale(value)} y2={scale(value)} data-zero={value === 0 || undefined} />
          <text x={left - 8} y={scale(value) + 4} textAnchor="end">
            {short(value, unit)}
          </text>
        </g>
      ))}
      {label && (
        <text x={0} y={12} className={styles.axisLabel}>
          {label}
        </text>
      )}
    </g>
  );
}

/** A horizontal axis of numbers. */
export function AxisBottom({ frame, scale, unit, label }: Props) {
  const { left, right, top, bottom } = frame;
  const most = Math.max(2, Math.floor((right - left) / TICK));
  return (
    <g className={styles.axis} aria-hidden="true">
      {ticksOf(scale, most, (value) => short(value, unit)).map((value) => (
        <g key={value}>
          <line x1={scale(value)} x2={scale(value)} y1={top} y2={bottom} data-zero={value === 0 || undefined} />
          <text x={scale(value)} y={bottom + 18} textAnchor="middle">
            {short(value, unit)}
          </text>
        </g>
      ))}
      {label && (
        <text x={right} y={bottom + 36} textAnchor="end" className={styles.axisLabel}>
          {label}
        </text>
      )}
    </g>
  );
}

interface NamesProps {
  frame: Frame;
  names: { key: string; text: string; x: number }[];
}

/** A horizontal axis of names, as many as fit. */
export function NamesBottom({ frame: { left, right, bottom }, names }: NamesProps) {
  const widest = Math.max(0, ...names.map(({ text }) => widthOf(text, TEXT)));
  const every = Math.max(1, Math.ceil((names.length * (widest + 14)) / Math.max(1, right - left)));
  return (
    <g className={styles.axis} aria-hidden="true">
      {names
        .filter((_, index) => index % every === 0)
        .map(({ key, text, x }) => {
          // The first and the last label stay within the drawing.
          const half = (WIDE * widthOf(text, TEXT)) / 2;
          return (
            <text key={key} x={Math.max(half, Math.min(x, right + ROOM - half))} y={bottom + 18} textAnchor="middle">
              {text}
            </text>
          );
        })}
    </g>
  );
}
