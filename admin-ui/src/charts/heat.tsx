// A heat map: a cell for each row and column, coloured by its value and labelled with it. Names and headings stay
// visible while it scrolls sideways. Downward only the page scrolls.
import { Canvas, type Spot } from './canvas.tsx';
import styles from './chart.module.css';
import { alongAxis, decimalsIn, hrefOf, membersOf, seriesOf, textOf } from './marks.ts';
import { cut, leading, widthOf } from './numbers.ts';
import { periodText } from './periods.ts';
import { CELLS, coloursOf, stepAt } from './steps.ts';
import { idOf } from './table-shape.ts';
import type { PlotProps } from './types.ts';

const TEXT = 12;
const CELL = 30;
const HEAD = 26;
const MOST_HEAD = 80;
/** The number of rows from which on the headings are repeated below. */
const MOST_ABOVE = 12;

export default function Heat({ props, measure, drawn, scale, width }: PlotProps) {
  const { title, plotRef, answer, compare, rows: down, cols: across } = props;
  const rows = alongAxis(membersOf(drawn.map(({ row }) => row)), down, props);
  const cols = alongAxis(seriesOf(answer, drawn), across, props);
  const known = new Map(drawn.map((one) => [idOf(one.row) + idOf(one.col), one]));
  const decimals = decimalsIn(drawn, measure);
  const formatted = (value: number): string => leading(value, measure.unit);
  const heading = (col: (typeof cols)[number]): string => (across?.kind === 'time' ? periodText(col, cols) : col.label);
  const steps = coloursOf(
    scale.map(({ measured }) => measured.value ?? 0),
    CELLS,
  );
  const most = Math.max(0, ...drawn.map(({ measured }) => widthOf(formatted(measured.value ?? 0), TEXT)));
  const names = Math.max(...rows.map(({ label }) => widthOf(label, TEXT)));
  const labelWidth = Math.ceil(Math.min(190, width * 0.34, names + 12));
  const heads = Math.max(0, ...cols.map((col) => Math.min(MOST_HEAD, widthOf(heading(col), TEXT))));
  const least = Math.max(most, heads) + 14;
  const cell = Math.max(least, (width - labelWidth) / Math.max(1, cols.length));
  const wide = Math.max(width, labelWidth + cell * cols.length);
  // Far down the headings are out of sight: they stand below, too.
  const foot = rows.length > MOST_ABOVE ? HEAD : 0;
  const height = HEAD + rows.length * CELL + foot;
  const cornerOf = (line: number, column: number) => ({ x: labelWidth + column * cell, y: HEAD + line * CELL });
  const spots = rows.flatMap((row, line) =>
    cols.flatMap((col, column): Spot[] => {
      const one = known.get(idOf(row) + idOf(col));
      if (!one) return [];
      const { x, y } = cornerOf(line, column);
      const step = stepAt(steps, one.measured.value ?? 0);
      const box = { x: x + 1, y: y + 1, width: cell - 2, height: CELL - 2 };
      return [
        {
          key: idOf(row) + idOf(col),
          x: x + cell / 2,
          y: y + CELL / 2,
          ...textOf(one, measure, compare, decimals),
          href: hrefOf(props, one, measure),
          colour: step?.colour,
          box: { ...box, round: 4 },
          shape: <rect className={styles.cell} {...box} rx={4} />,
          label: (
            <text
              className={styles.inCell}
              data-deep={step?.deep || undefined}
              x={x + cell / 2}
              y={y + CELL / 2 + 4}
              textAnchor="middle"
            >
              {formatted(one.measured.value ?? 0)}
            </text>
          ),
        },
      ];
    }),
  );
  const headings = (foot > 0 ? [16, height - 8] : [16]).flatMap((y) =>
    cols.map((col, column) => (
      <text key={`${y} ${idOf(col)}`} x={labelWidth + (column + 0.5) * cell} y={y} textAnchor="middle">
        {cut(heading(col), TEXT, cell - 4)}
        <title>{col.label}</title>
      </text>
    )),
  );
  const rowNames = rows.map((row, line) => (
    <text key={idOf(row)} x={0} y={HEAD + line * CELL + CELL / 2 + 4} className={styles.name}>
      {cut(row.label, TEXT, labelWidth - 12)}
      <title>{row.label}</title>
    </text>
  ));
  const empty = rows.flatMap((row, line) =>
    cols.flatMap((col, column) => {
      if (known.has(idOf(row) + idOf(col))) return [];
      const { x, y } = cornerOf(line, column);
      return [`M${x + 2} ${y + 2}h${cell - 4}v${CELL - 4}h${4 - cell}z`];
    }),
  );
  return (
    <Canvas
      title={title}
      width={wide}
      height={height}
      spots={spots}
      plotRef={plotRef}
      over={
        // A sticky copy of the names. The drawing has its own, so that an exported picture is complete.
        <svg
          className={styles.names}
          width={labelWidth}
          height={height}
          style={{ marginBlockEnd: -height }}
          aria-hidden="true"
        >
          <rect width={labelWidth} height={height} />
          <g className={styles.axis}>{rowNames}</g>
        </svg>
      }
    >
      <g className={styles.axis} aria-hidden="true">
        {headings}
        {rowNames}
        <path className={styles.empty} d={empty.join('')} />
      </g>
    </Canvas>
  );
}
