// Bars: one for each row, grouped where there are columns. Horizontal, with their values, where names are long or many;
// vertical over time, or where few short names fit below.
import { scaleBand, scaleLinear } from '@visx/scale';
import { AxisLeft, NamesBottom, roomLeft, type Frame } from './axis.tsx';
import { Canvas, type Spot } from './canvas.tsx';
import styles from './chart.module.css';
import { alongAxis, colourOf, decimalsIn, hrefOf, membersOf, textOf, seriesOf, valuesOf } from './marks.ts';
import { cut, leading, reachOf, widthOf } from './numbers.ts';
import { periodText } from './periods.ts';
import { idOf } from './table-shape.ts';
import type { Drawn, PlotProps } from './types.ts';

const TEXT = 12;
const TALL = { card: 264, wide: 340 };
const FEW = 12;
/** The width of the names beside horizontal bars. */
const LABEL_WIDTH = { part: 0.4, most: 190 };
const BAR = 18;
const TWIN = 7;
const GAP = 10;
/** The maximum width of a vertical bar. */
const MOST_THICK = 96;
const LEAST_THICK = 3;

export default function Bars(plot: PlotProps) {
  const { rows: dimension } = plot.props;
  const { rows, count } = groupsOf(plot);
  const available = plot.width - 60;
  const widest = Math.max(0, ...rows.map(({ label }) => widthOf(label, TEXT)));
  const time = dimension?.kind === 'time';
  const fits = time || (rows.length <= FEW && rows.length * (widest + 10) <= available);
  const thick = count === 1 ? Infinity : (available * 0.72) / (rows.length * count);
  return fits && thick >= LEAST_THICK ? <VerticalBars {...plot} /> : <HorizontalBars {...plot} />;
}

/** The values by row, and the columns as series. */
function groupsOf({ props, drawn }: PlotProps) {
  const rows = alongAxis(membersOf(drawn.map(({ row }) => row)), props.rows, props);
  const cols = seriesOf(props.answer, drawn);
  const series = new Map(cols.map((col, index) => [idOf(col), index]));
  return { rows, count: Math.max(1, cols.length), at: ({ col }: Drawn) => series.get(idOf(col)) ?? 0 };
}

function VerticalBars(plot: PlotProps) {
  const { props, measure, drawn, width } = plot;
  const { title, size = 'wide', plotRef, rows: dimension, compare } = props;
  const { rows, count, at } = groupsOf(plot);
  const decimals = decimalsIn(drawn, measure);
  const y = scaleLinear<number>({ domain: reachOf(valuesOf(drawn), true), nice: true });
  const height = TALL[size];
  const [top, bottom] = [12, height - 28];
  const frame: Frame = { left: roomLeft(y, bottom - top, measure.unit), top, right: width - 16, bottom };
  y.range([frame.bottom, frame.top]);
  const x = scaleBand<string>({
    domain: rows.map(idOf),
    range: [frame.left, frame.right],
    paddingInner: 0.28,
    paddingOuter: 0.14,
  });
  const inner = Math.min(MOST_THICK, x.bandwidth() / count);
  /** Centres the bars of a row in its band. */
  const begin = (x.bandwidth() - inner * count) / 2;
  const twin = drawn.some(({ measured }) => measured.compare?.value != null);
  const spots = drawn.map((one): Spot => {
    const { row, col, measured } = one;
    const { value } = measured;
    const here = (x(idOf(row)) ?? 0) + begin + inner * at(one);
    const then = measured.compare?.value;
    const bar = (number: number) => ({ y: Math.min(y(number), y(0)), height: Math.max(1, Math.abs(y(number) - y(0))) });
    const own = {
      x: twin ? here + inner / 4 : here,
      width: Math.max(1, twin ? inner / 2 : inner - (count > 1 ? 1 : 0)),
    };
    return {
      key: idOf(row) + idOf(col),
      x: here + inner / 2,
      y: y(Math.max(value ?? then ?? 0, 0)),
      ...textOf(one, measure, compare, decimals),
      href: hrefOf(props, one, measure),
      colour: colourOf(at(one)),
      box: { ...own, ...bar(value ?? then ?? 0) },
      shape: (
        <>
          <rect className={styles.reach} x={here} y={frame.top} width={inner} height={frame.bottom - frame.top} />
          {then != null && (
            <rect className={styles.then} x={here + 1} width={Math.max(1, inner - 2)} {...bar(then)} rx={2} />
          )}
          {value !== null && <rect className={styles.bar} {...own} {...bar(value)} rx={Math.min(3, inner / 4)} />}
        </>
      ),
    };
  });
  const text = dimension?.kind === 'time' ? (row: (typeof rows)[number]) => periodText(row, rows) : undefined;
  return (
    <Canvas title={title} width={width} height={height} spots={spots} plotRef={plotRef}>
      <AxisLeft frame={frame} scale={y} unit={measure.unit} />
      <NamesBottom
        frame={frame}
        names={rows.map((row) => ({
          key: idOf(row),
          text: text?.(row) ?? row.label,
          x: (x(idOf(row)) ?? 0) + x.bandwidth() / 2,
        }))}
      />
    </Canvas>
  );
}

function HorizontalBars(plot: PlotProps) {
  const { props, measure, drawn, width } = plot;
  const { title, plotRef, compare } = props;
  const { rows, at } = groupsOf(plot);
  const values = valuesOf(drawn);
  const decimals = decimalsIn(drawn, measure);
  const formatted = ({ measured }: Drawn): string =>
    measured.value === null ? '' : leading(measured.value, measure.unit);
  const labelWidth = Math.min(
    LABEL_WIDTH.most,
    width * LABEL_WIDTH.part,
    Math.max(...rows.map(({ label }) => widthOf(label, TEXT))) + 12,
  );
  const valueWidth = Math.max(...drawn.map((one) => widthOf(formatted(one), TEXT))) + 10;
  const below = values.some((value) => value < 0);
  const thick = drawn.some(({ measured }) => measured.compare?.value != null) ? BAR + TWIN : BAR;
  // Only the series that a row has take up space.
  const mine = new Map<string, Drawn[]>(rows.map((row) => [idOf(row), []]));
  for (const one of drawn) mine.get(idOf(one.row))?.push(one);
  const offsets = new Map<string, number>();
  let foot = GAP / 2;
  for (const [id, bars] of mine) {
    bars.sort((one, other) => at(one) - at(other));
    offsets.set(id, foot + GAP / 2);
    foot += thick * Math.max(1, bars.length) + GAP;
  }
  const height = foot + GAP / 2;
  const frame: Frame = {
    left: labelWidth + (below ? valueWidth : 0),
    top: GAP / 2,
    right: width - valueWidth,
    bottom: height - GAP / 2,
  };
  const x = scaleLinear<number>({ domain: reachOf(values, true), range: [frame.left, frame.right] });
  const bar = (number: number) => ({ x: Math.min(x(number), x(0)), width: Math.max(1, Math.abs(x(number) - x(0))) });
  const spots = [...mine].flatMap(([id, bars]) =>
    bars.map((one, barIndex): Spot => {
      const { row, col, measured } = one;
      const { value } = measured;
      const top = (offsets.get(id) ?? 0) + thick * barIndex;
      const then = measured.compare?.value;
      return {
        key: idOf(row) + idOf(col),
        x: x(Math.max(value ?? then ?? 0, 0)),
        y: top + BAR / 2,
        ...textOf(one, measure, compare, decimals),
        href: hrefOf(props, one, measure),
        colour: colourOf(at(one)),
        box:
          value === null
            ? { y: top + BAR - 2, height: TWIN - 1, ...bar(then ?? 0) }
            : { y: top, height: BAR - 3, ...bar(value) },
        shape: (
          <>
            <rect className={styles.reach} x={0} y={top - 2} width={width} height={thick + 2} />
            {value !== null && <rect className={styles.bar} y={top} height={BAR - 3} {...bar(value)} rx={3} />}
            {then != null && <rect className={styles.then} y={top + BAR - 2} height={TWIN - 1} {...bar(then)} rx={2} />}
          </>
        ),
        label: (
          <text
            className={styles.value}
            x={(value ?? 0) < 0 ? x(value ?? 0) - 6 : x(value ?? 0) + 6}
            y={top + BAR / 2 + 3}
            textAnchor={(value ?? 0) < 0 ? 'end' : 'start'}
          >
            {formatted(one)}
          </text>
        ),
      };
    }),
  );
  return (
    <Canvas title={title} width={width} height={height} spots={spots} plotRef={plotRef}>
      <g className={styles.axis} aria-hidden="true">
        <line x1={x(0)} x2={x(0)} y1={frame.top} y2={frame.bottom} data-zero />
        {rows.map((row) => (
          <text
            key={idOf(row)}
            x={0}
            y={(offsets.get(idOf(row)) ?? 0) + (thick * Math.max(1, mine.get(idOf(row))?.length ?? 0)) / 2 + 3}
            className={styles.name}
          >
            {cut(row.label, TEXT, labelWidth - 12)}
            <title>{row.label}</title>
          </text>
        ))}
      </g>
    </Canvas>
  );
}
