// The axes of plots: hairlines and short numbers.
import { short } from './numbers.ts';
import styles from './chart.module.css';

export interface Frame {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

interface Scaled {
  (value: number): number;
  ticks: (count: number) => number[];
}

interface Props {
  frame: Frame;
  scale: Scaled;
  unit: string;
  /** What is told, at the end of the axis. */
  label?: string | undefined;
}

const TICK = 72;

/** Numbers from below, with a hairline each. */
export function AxisLeft({ frame, scale, unit, label }: Props) {
  const { left, right, top, bottom } = frame;
  return (
    <g className={styles.axis} aria-hidden="true">
      {scale.ticks(Math.max(2, Math.min(6, Math.floor((bottom - top) / 44)))).map((value) => (
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

/** Numbers along the foot. */
export function AxisBottom({ frame, scale, unit, label }: Props) {
  const { left, right, top, bottom } = frame;
  return (
    <g className={styles.axis} aria-hidden="true">
      {scale.ticks(Math.max(2, Math.floor((right - left) / TICK))).map((value) => (
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

/** Names along the foot. */
export function NamesBottom({ frame: { bottom }, names }: NamesProps) {
  return (
    <g className={styles.axis} aria-hidden="true">
      {names.map(({ key, text, x }) => (
        <text key={key} x={x} y={bottom + 18} textAnchor="middle">
          {text}
        </text>
      ))}
    </g>
  );
}
