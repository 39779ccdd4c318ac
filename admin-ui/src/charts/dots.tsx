// A scatter plot: two measures of each row, or one against its listed value. Only in the latter both axes have the same
// scale, with a line of equality and a band of 10 % around it: two measures in one unit need not be comparable.
import { scaleLinear } from '@visx/scale';
import { formatNumber } from '@mizan/ui-kit/formats';
import { m } from '@mizan/ui-kit/messages';
import { AxisBottom, AxisLeft, roomLeft, type Frame } from './axis.tsx';
import { around, Canvas, type Spot } from './canvas.tsx';
import styles from './chart.module.css';
import { colourOf, namesOf, seriesOf } from './marks.ts';
import { reachOf, withUnit } from './numbers.ts';
import type { ChartProps, PlotProps } from './types.ts';
import type { Measure } from '../document/analytics.ts';
import { decimalsOf } from './measure-format.ts';
import { idOf } from './table-shape.ts';

const TALL = { card: 320, wide: 420 };
const BAND = 0.1;
/** The more points, the smaller and more transparent they are, so that density shows. */
const DENSE = [
  { most: 80, radius: 5, look: undefined },
  { most: 250, radius: 4, look: 'many' },
  { most: Infinity, radius: 3, look: 'crowd' },
];

/** The two axes. */
export function sidesOf({ measures, compare }: Pick<ChartProps, 'measures' | 'compare'>, measure: Measure) {
  const listed = compare === 'listed' && measure.listed;
  const across = listed ? measure : (measures.find((one) => one !== measure) ?? measure);
  const label = listed ? m.analytics_listed_of({ label: measure.label }) : across.label;
  // Without a listed value the second measure depends on the first.
  return { listed, x: { ...across, label }, y: measure };
}

const axisLabel = ({ label, unit }: Pick<Measure, 'label' | 'unit'>): string => (unit ? `${label}, ${unit}` : label);

export default function Dots({ props, measure, drawn, width }: PlotProps) {
  const { title, size = 'wide', plotRef, answer, hrefOf } = props;
  const { listed, x: across, y: up } = sidesOf(props, measure);
  const series = new Map(seriesOf(answer, drawn).map((col, index) => [idOf(col), index]));
  const points = answer.rows.flatMap(({ row, col, values }) => {
    const measured = values[up.name];
    const [y, x] = [measured?.value, listed ? measured?.compare?.value : values[across.name]?.value];
    return x == null || y == null ? [] : [{ row, col, x, y, n: measured?.n ?? 0 }];
  });
  points.sort((one, other) => one.x - other.x || one.y - other.y);
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const [reachX, reachY] = listed
    ? [reachOf([...xs, ...ys], false), reachOf([...xs, ...ys], false)]
    : [reachOf(xs, false), reachOf(ys, false)];
  const [digitsX, digitsY] = [decimalsOf(xs, across.unit), decimalsOf(ys, up.unit)];
  const y = scaleLinear<number>({ domain: reachY, nice: true });
  const height = TALL[size];
  const [top, bottom] = [28, height - 48];
  const frame: Frame = { left: roomLeft(y, bottom - top, up.unit), top, right: width - 20, bottom };
  y.range([frame.bottom, frame.top]);
  const x = scaleLinear<number>({ domain: reachX, range: [frame.left, frame.right], nice: true });
  const dense = DENSE.find(({ most }) => points.length <= most);
  const radius = dense?.radius ?? 5;
  const spots = points.map((point): Spot => {
    const here = { x: x(point.x), y: y(point.y) };
    return {
      key: idOf(point.row) + idOf(point.col),
      ...here,
      names: namesOf(point.row, point.col),
      lines: [
        m.charts_labelled({ label: up.label, value: withUnit(point.y, up.unit, digitsY) }),
        m.charts_labelled({ label: across.label, value: withUnit(point.x, across.unit, digitsX) }),
        m.analytics_n({ n: formatNumber(point.n) }),
      ],
      href: hrefOf?.({ rows: [point.row], col: point.col, measure: up.name }),
      colour: colourOf(series.get(idOf(point.col)) ?? 0),
      box: around(here.x, here.y, radius),
      shape: (
        <>
          <circle className={styles.reach} cx={here.x} cy={here.y} r={10} />
          <circle className={styles.point} cx={here.x} cy={here.y} r={radius} data-look={dense?.look} />
        </>
      ),
    };
  });
  const [low, high] = x.domain() as [number, number];
  const band = [
    [low, low * (1 + BAND)],
    [high, high * (1 + BAND)],
    [high, high * (1 - BAND)],
    [low, low * (1 - BAND)],
  ] as const;
  const inside = { x: frame.left, y: frame.top, width: frame.right - frame.left, height: frame.bottom - frame.top };
  return (
    <Canvas title={title} width={width} height={height} spots={spots} plotRef={plotRef}>
      <AxisLeft frame={frame} scale={y} unit={up.unit} label={axisLabel(up)} />
      <AxisBottom frame={frame} scale={x} unit={across.unit} label={axisLabel(across)} />
      {listed && (
        // A nested SVG clips the band and the line at the axes.
        <svg {...inside} viewBox={`${inside.x} ${inside.y} ${inside.width} ${inside.height}`} aria-hidden="true">
          <polygon className={styles.band} points={band.map(([a, b]) => `${x(a)},${y(b)}`).join(' ')} />
          <line className={styles.equal} x1={x(low)} y1={y(low)} x2={x(high)} y2={y(high)} />
        </svg>
      )}
    </Canvas>
  );
}
