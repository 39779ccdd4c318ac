// A heat map: a cell for each row and column, the deeper its colour the higher its figure, which stands in it.
import { digits } from '../analytics/figures.ts';
import { shapeOf, idOf } from '../analytics/table-shape.ts';
import { Canvas, type Spot } from './canvas.tsx';
import styles from './chart.module.css';
import { hrefOf, saidOf } from './marks.ts';
import { cut, reachOf, widthOf } from './numbers.ts';
import type { PlotProps } from './types.ts';

const TEXT = 12;
const CELL = 30;
const HEAD = 26;
const MOST_HEAD = 72;
/** In percent of the colour: the text on it is readable in light and dark. */
const PALEST = 8;
const DEEPEST = 52;

/** The colour of a value: what is below zero has another one. */
export function heatOf(value: number, [low, high]: [number, number]): string {
  const both = low < 0;
  const part = both ? Math.abs(value) / (Math.max(-low, high) || 1) : (value - low) / (high - low || 1);
  const share = Math.round(PALEST + (DEEPEST - PALEST) * Math.min(1, Math.max(0, part)));
  return `color-mix(in oklab, var(--chart-${value < 0 ? 2 : 1}) ${share}%, var(--surface))`;
}

export default function Heat({ props, measure, drawn, width }: PlotProps) {
  const { title, plotRef, answer, compare } = props;
  const { rows, cols } = shapeOf(answer);
  const known = new Map(drawn.map((one) => [idOf(one.row) + idOf(one.col), one]));
  const told = (value: number): string => digits(value, measure.unit);
  const reach = reachOf(
    drawn.map(({ figure }) => figure.value ?? 0),
    false,
  );
  const most = Math.max(0, ...drawn.map(({ figure }) => widthOf(told(figure.value ?? 0), TEXT)));
  const names = Math.max(...rows.map(({ row }) => widthOf(row.label, TEXT)));
  const beside = Math.min(190, width * 0.34, names + 12);
  const heads = Math.max(0, ...cols.map(({ label }) => Math.min(MOST_HEAD, widthOf(label, TEXT))));
  const least = Math.max(most, heads) + 8;
  const cell = Math.max(least, (width - beside) / Math.max(1, cols.length));
  const wide = Math.max(width, beside + cell * cols.length);
  const height = HEAD + rows.length * CELL;
  const spots = rows.flatMap(({ row }, line) =>
    cols.flatMap((col, place): Spot[] => {
      const one = known.get(idOf(row) + idOf(col));
      if (!one) return [];
      const [x, y] = [beside + place * cell, HEAD + line * CELL];
      return [
        {
          key: idOf(row) + idOf(col),
          x: x + cell / 2,
          y: y + CELL / 2,
          said: saidOf(one, measure, compare),
          href: hrefOf(props, one, measure),
          colour: heatOf(one.figure.value ?? 0, reach),
          shape: (
            <>
              <rect className={styles.cell} x={x + 1} y={y + 1} width={cell - 2} height={CELL - 2} rx={4} />
              <text className={styles.inCell} x={x + cell / 2} y={y + CELL / 2 + 4} textAnchor="middle">
                {told(one.figure.value ?? 0)}
              </text>
            </>
          ),
        },
      ];
    }),
  );
  return (
    <Canvas title={title} width={wide} height={height} spots={spots} plotRef={plotRef}>
      <g className={styles.axis} aria-hidden="true">
        {cols.map((col, place) => (
          <text key={idOf(col)} x={beside + (place + 0.5) * cell} y={16} textAnchor="middle">
            {cut(col.label, TEXT, cell - 4)}
            <title>{col.label}</title>
          </text>
        ))}
        {rows.map(({ row }, line) => (
          <text key={idOf(row)} x={0} y={HEAD + line * CELL + CELL / 2 + 4} className={styles.name}>
            {cut(row.label, TEXT, beside - 12)}
            <title>{row.label}</title>
          </text>
        ))}
        {rows.flatMap(({ row }, line) =>
          cols.map((col, place) =>
            known.has(idOf(row) + idOf(col)) ? null : (
              <rect
                key={idOf(row) + idOf(col)}
                className={styles.empty}
                x={beside + place * cell + 1.5}
                y={HEAD + line * CELL + 1.5}
                width={cell - 3}
                height={CELL - 3}
                rx={4}
              />
            ),
          ),
        )}
      </g>
    </Canvas>
  );
}
