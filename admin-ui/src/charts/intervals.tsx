// A value with its interval, row by row: the first measure, between the second and the third.
import { scaleLinear } from '@visx/scale';
import { m } from '@mizan/ui-kit/messages';
import { AxisBottom, type Frame } from './axis.tsx';
import { around, Canvas, type Spot } from './canvas.tsx';
import styles from './chart.module.css';
import { decimalsOf } from './measure-format.ts';
import { colourOf, hrefOf, textOf } from './marks.ts';
import { cut, leading, reachOf, withUnit, widthOf } from './numbers.ts';
import { idOf } from './table-shape.ts';
import type { PlotProps } from './types.ts';

const TEXT = 12;
const STEP = 30;
/** Small enough that a short interval shows on both sides. */
const DOT = 3;

export default function Intervals({ props, measure, drawn, width }: PlotProps) {
  const { title, plotRef, measures, answer } = props;
  const [, low, high] = measures;
  const ends = new Map(
    answer.rows.map(({ row, col, values }) => [
      idOf(row) + idOf(col),
      [low && values[low.name]?.value, high && values[high.name]?.value] as const,
    ]),
  );
  const rows = drawn.map((one) => {
    const [from, to] = ends.get(idOf(one.row) + idOf(one.col)) ?? [];
    return { one, value: one.measured.value ?? 0, from, to };
  });
  const all = rows.flatMap(({ value, from, to }) => [value, from ?? value, to ?? value]);
  const decimals = decimalsOf(all, measure.unit);
  const formatted = (value: number): string => leading(value, measure.unit);
  const labelWidth = Math.min(170, width * 0.36, Math.max(...rows.map(({ one }) => widthOf(one.row.label, TEXT))) + 12);
  const valueWidth = Math.max(...rows.map(({ value }) => widthOf(formatted(value), TEXT))) + 14;
  const height = rows.length * STEP + 30;
  const frame: Frame = { left: labelWidth, top: 4, right: width - valueWidth, bottom: height - 26 };
  const x = scaleLinear<number>({ domain: reachOf(all, true), range: [frame.left + 6, frame.right - 6], nice: true });
  const spots = rows.map(({ one, value, from, to }, index): Spot => {
    const y = frame.top + index * STEP + STEP / 2;
    const { names, lines } = textOf(one, measure, undefined, decimals);
    if (from != null && to != null) {
      const [begin, end] = [from, to].map((limit) => withUnit(limit, measure.unit, decimals));
      lines.splice(1, 0, m.charts_interval({ from: begin ?? '', to: end ?? '' }));
    }
    return {
      key: idOf(one.row) + idOf(one.col),
      x: x(value),
      y,
      names,
      lines,
      href: hrefOf(props, one, measure),
      colour: colourOf(0),
      box: around(x(value), y, DOT),
      shape: (
        <>
          <rect className={styles.reach} x={0} y={y - STEP / 2} width={width} height={STEP} />
          {from != null && to != null && (
            <path
              className={styles.whisker}
              d={`M${x(from)} ${y - 6}v12M${x(to)} ${y - 6}v12M${x(from)} ${y}H${x(to)}`}
            />
          )}
          <circle className={styles.dot} cx={x(value)} cy={y} r={DOT} data-small="" />
        </>
      ),
      label: (
        <text className={styles.value} x={width} y={y + 4} textAnchor="end">
          {formatted(value)}
        </text>
      ),
    };
  });
  return (
    <Canvas title={title} width={width} height={height} spots={spots} plotRef={plotRef}>
      <AxisBottom frame={frame} scale={x} unit={measure.unit} />
      <g className={styles.axis} aria-hidden="true">
        {rows.map(({ one }, index) => (
          <text
            key={idOf(one.row) + idOf(one.col)}
            x={0}
            y={frame.top + index * STEP + STEP / 2 + 4}
            className={styles.name}
          >
            {cut(one.row.label, TEXT, labelWidth - 12)}
            <title>{one.row.label}</title>
          </text>
        ))}
      </g>
    </Canvas>
  );
}
