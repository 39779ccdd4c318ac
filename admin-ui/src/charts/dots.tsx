// A scatter plot: two figures of each row against each other, or one against what is listed. Where both are of one unit
// a line marks where they are equal; against what is listed a band marks 10 % around it.
import { scaleLinear } from '@visx/scale';
import { m } from '@mizan/ui-kit/messages';
import { idOf } from '../analytics/table-shape.ts';
import { AxisBottom, AxisLeft, type Frame } from './axis.tsx';
import { axisLabel } from './bars.tsx';
import { Canvas, type Spot } from './canvas.tsx';
import styles from './chart.module.css';
import { colourOf, MOST_SERIES, nameOf, seriesOf } from './marks.ts';
import { reachOf, short, whole, widthOf } from './numbers.ts';
import type { PlotProps } from './types.ts';

const TALL = { card: 320, wide: 420 };
const BAND = 0.1;

/** What is drawn along the foot and from below. */
function sidesOf({ props: { measures, compare }, measure }: PlotProps) {
  const listed = compare === 'listed' && measure.listed;
  const across = listed ? measure : (measures.find((one) => one !== measure) ?? measure);
  const label = listed ? m.analytics_listed_of({ label: measure.label }) : across.label;
  // Without a listing the first figure is what the second one depends on.
  return { listed, x: { ...across, label }, y: measure };
}

export default function Dots(plot: PlotProps) {
  const { props, drawn, width } = plot;
  const { title, size = 'wide', plotRef, answer, hrefOf } = props;
  const { listed, x: across, y: up } = sidesOf(plot);
  const cols = seriesOf(props.answer, drawn).slice(0, MOST_SERIES);
  const points = answer.rows.flatMap(({ row, col, values }) => {
    const figure = values[up.name];
    const [y, x] = [figure?.value, listed ? figure?.compare?.value : values[across.name]?.value];
    return x == null || y == null ? [] : [{ row, col, x, y }];
  });
  points.sort((one, other) => one.x - other.x || one.y - other.y);
  const same = across.unit === up.unit;
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const [reachX, reachY] = same
    ? [reachOf([...xs, ...ys], false), reachOf([...xs, ...ys], false)]
    : [reachOf(xs, false), reachOf(ys, false)];
  const y = scaleLinear<number>({ domain: reachY, nice: true });
  const height = TALL[size];
  const left = 12 + Math.max(28, ...y.ticks(6).map((tick) => widthOf(short(tick, up.unit), 12)));
  const frame: Frame = { left, top: 28, right: width - 20, bottom: height - 48 };
  y.range([frame.bottom, frame.top]);
  const x = scaleLinear<number>({ domain: reachX, range: [frame.left, frame.right], nice: true });
  const spots = points.map((point): Spot => {
    const here = { x: x(point.x), y: y(point.y) };
    const series = point.col ? cols.findIndex((col) => idOf(col) === idOf(point.col)) : 0;
    return {
      key: idOf(point.row) + idOf(point.col),
      ...here,
      said: [
        nameOf(point.row, point.col),
        m.charts_figure({ label: up.label, value: whole(point.y, up.unit) }),
        m.charts_figure({ label: across.label, value: whole(point.x, across.unit) }),
      ],
      href: hrefOf?.({ rows: [point.row], col: point.col, measure: up.name }),
      colour: colourOf(Math.max(0, series)),
      shape: (
        <>
          <circle className={styles.reach} cx={here.x} cy={here.y} r={10} />
          <circle className={styles.point} cx={here.x} cy={here.y} r={points.length > 200 ? 3.5 : 5} />
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
      <AxisLeft frame={frame} scale={y} unit={up.unit} label={axisLabel(up.label, up.unit)} />
      <AxisBottom frame={frame} scale={x} unit={across.unit} label={axisLabel(across.label, across.unit)} />
      {same && (
        // Drawn in a window of its own: band and line go on beyond the axes.
        <svg {...inside} viewBox={`${inside.x} ${inside.y} ${inside.width} ${inside.height}`} aria-hidden="true">
          {listed && <polygon className={styles.band} points={band.map(([a, b]) => `${x(a)},${y(b)}`).join(' ')} />}
          <line className={styles.equal} x1={x(low)} y1={y(low)} x2={x(high)} y2={y(high)} />
        </svg>
      )}
    </Canvas>
  );
}
