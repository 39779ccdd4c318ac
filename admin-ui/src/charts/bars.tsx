// Bars: a row each, side by side where there are columns. They lie where names are long or many, and tell their figures
// themselves; they stand where time goes on, or where few short names fit below.
import { scaleBand, scaleLinear } from '@visx/scale';
import { formatShortDate } from '@mizan/ui-kit/formats';
import { digits } from '../analytics/figures.ts';
import { idOf } from '../analytics/table-shape.ts';
import { AxisLeft, NamesBottom, type Frame } from './axis.tsx';
import { Canvas, type Spot } from './canvas.tsx';
import styles from './chart.module.css';
import { colourOf, hrefOf, membersOf, MOST_SERIES, saidOf, seriesOf } from './marks.ts';
import { cut, everyOf, reachOf, short, widthOf } from './numbers.ts';
import type { Drawn, PlotProps } from './types.ts';

const TEXT = 12;
const TALL = { card: 264, wide: 340 };
const FEW = 12;
/** The room that a name below a bar, and one beside it, takes. */
const BESIDE = { part: 0.4, most: 190 };
const BAR = 18;
const TWIN = 6;
const GAP = 10;

export default function Bars(plot: PlotProps) {
  const { rows } = plot.props;
  const names = membersOf(plot.drawn.map(({ row }) => row));
  const widest = Math.max(0, ...names.map(({ label }) => widthOf(label, TEXT)));
  const fits = names.length <= FEW && names.length * (widest + 10) <= plot.width - 60;
  return rows?.kind === 'time' || fits ? <Standing {...plot} /> : <Lying {...plot} />;
}

/** The figures by row, and the columns as series. */
function groupsOf({ props, drawn }: PlotProps) {
  const rows = membersOf(drawn.map(({ row }) => row));
  const cols = seriesOf(props.answer, drawn).slice(0, MOST_SERIES);
  const series = new Map(cols.map((col, index) => [idOf(col), index]));
  const shown = drawn.filter(({ col }) => !col || series.has(idOf(col)));
  return { rows, count: Math.max(1, cols.length), at: ({ col }: Drawn) => series.get(idOf(col)) ?? 0, shown };
}

/** The figures, and what they are compared with. */
const valuesOf = (shown: Drawn[]): number[] =>
  shown.flatMap(({ figure }) => [figure.value, figure.compare?.value].filter((value) => value != null));

function Standing(plot: PlotProps) {
  const { props, measure, width } = plot;
  const { title, size = 'wide', plotRef, rows: dimension, compare } = props;
  const { rows, count, at, shown } = groupsOf(plot);
  const values = valuesOf(shown);
  const y = scaleLinear<number>({ domain: reachOf(values, true), nice: true });
  const height = TALL[size];
  const left = 12 + Math.max(28, ...y.ticks(6).map((tick) => widthOf(short(tick, measure.unit), TEXT)));
  const frame: Frame = { left, top: 28, right: width - 16, bottom: height - 28 };
  y.range([frame.bottom, frame.top]);
  const x = scaleBand<string>({
    domain: rows.map(idOf),
    range: [frame.left, frame.right],
    paddingInner: 0.28,
    paddingOuter: 0.14,
  });
  const inner = x.bandwidth() / count;
  const spots = shown.map((one): Spot => {
    const { row, col, figure } = one;
    const [from, value] = [x(idOf(row)) ?? 0, figure.value ?? 0];
    const here = from + inner * at(one);
    const then = figure.compare?.value;
    const bar = (number: number) => ({ y: Math.min(y(number), y(0)), height: Math.max(1, Math.abs(y(number) - y(0))) });
    return {
      key: idOf(row) + idOf(col),
      x: here + inner / 2,
      y: y(Math.max(value, 0)),
      said: saidOf(one, measure, compare),
      href: hrefOf(props, one, measure),
      colour: colourOf(at(one)),
      shape: (
        <>
          <rect className={styles.reach} x={here} y={frame.top} width={inner} height={frame.bottom - frame.top} />
          {then != null && <rect className={styles.then} x={here} width={inner} {...bar(then)} rx={2} />}
          <rect
            className={styles.bar}
            x={then == null ? here : here + inner / 4}
            width={Math.max(1, then == null ? inner - (count > 1 ? 1 : 0) : inner / 2)}
            {...bar(value)}
            rx={Math.min(3, inner / 4)}
          />
        </>
      ),
    };
  });
  const text = (row: { key: string | null; label: string }): string =>
    dimension?.kind === 'time' && row.key ? formatShortDate(row.key) : row.label;
  const room = Math.max(...rows.map((row) => widthOf(text(row), TEXT))) + 10;
  const every = everyOf(rows.length, room, frame.right - frame.left);
  return (
    <Canvas title={title} width={width} height={height} spots={spots} plotRef={plotRef}>
      <AxisLeft frame={frame} scale={y} unit={measure.unit} label={axisLabel(measure.label, measure.unit)} />
      <NamesBottom
        frame={frame}
        names={rows
          .filter((_, index) => index % every === 0)
          .map((row) => ({ key: idOf(row), text: text(row), x: (x(idOf(row)) ?? 0) + x.bandwidth() / 2 }))}
      />
    </Canvas>
  );
}

export const axisLabel = (label: string, unit: string): string => (unit ? `${label}, ${unit}` : label);

function Lying(plot: PlotProps) {
  const { props, measure, width } = plot;
  const { title, plotRef, compare } = props;
  const { rows, count, at, shown } = groupsOf(plot);
  const values = valuesOf(shown);
  const told = ({ figure }: Drawn): string => digits(figure.value ?? 0, measure.unit);
  const beside = Math.min(
    BESIDE.most,
    width * BESIDE.part,
    Math.max(...rows.map(({ label }) => widthOf(label, TEXT))) + 12,
  );
  const figures = Math.max(...shown.map((one) => widthOf(told(one), TEXT))) + 10;
  const below = values.some((value) => value < 0);
  const thick = compare ? BAR + TWIN : BAR;
  const step = thick * count + GAP;
  const height = rows.length * step + GAP;
  const frame: Frame = {
    left: beside + (below ? figures : 0),
    top: GAP / 2,
    right: width - figures,
    bottom: height - GAP / 2,
  };
  const x = scaleLinear<number>({ domain: reachOf(values, true), range: [frame.left, frame.right] });
  const places = new Map(rows.map((row, index) => [idOf(row), frame.top + index * step + GAP / 2]));
  const spots = shown.map((one): Spot => {
    const { row, col, figure } = one;
    const value = figure.value ?? 0;
    const top = (places.get(idOf(row)) ?? 0) + thick * at(one);
    const then = figure.compare?.value;
    const bar = (number: number) => ({ x: Math.min(x(number), x(0)), width: Math.max(1, Math.abs(x(number) - x(0))) });
    return {
      key: idOf(row) + idOf(col),
      x: x(Math.max(value, 0)),
      y: top + BAR / 2,
      said: saidOf(one, measure, compare),
      href: hrefOf(props, one, measure),
      colour: colourOf(at(one)),
      shape: (
        <>
          <rect className={styles.reach} x={0} y={top - 2} width={width} height={thick + 2} />
          <rect className={styles.bar} y={top} height={BAR - 3} {...bar(value)} rx={3} />
          {then != null && <rect className={styles.then} y={top + BAR - 2} height={TWIN} {...bar(then)} rx={2} />}
          <text
            className={styles.value}
            x={value < 0 ? x(value) - 6 : x(value) + 6}
            y={top + BAR / 2 + 3}
            textAnchor={value < 0 ? 'end' : 'start'}
          >
            {told(one)}
          </text>
        </>
      ),
    };
  });
  return (
    <Canvas title={title} width={width} height={height} spots={spots} plotRef={plotRef}>
      <g className={styles.axis} aria-hidden="true">
        <line x1={x(0)} x2={x(0)} y1={frame.top} y2={frame.bottom} data-zero />
        {rows.map((row) => (
          <text
            key={idOf(row)}
            x={0}
            y={(places.get(idOf(row)) ?? 0) + (thick * count) / 2 + 3}
            className={styles.name}
          >
            {cut(row.label, TEXT, beside - 12)}
            <title>{row.label}</title>
          </text>
        ))}
      </g>
    </Canvas>
  );
}
