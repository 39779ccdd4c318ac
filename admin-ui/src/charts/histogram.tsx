// A histogram: how many rows have a figure from here to there.
import { scaleLinear } from '@visx/scale';
import { formatNumber } from '@mizan/ui-kit/formats';
import { m } from '@mizan/ui-kit/messages';
import { AxisBottom, AxisLeft, type Frame } from './axis.tsx';
import { axisLabel } from './bars.tsx';
import { Canvas, type Spot } from './canvas.tsx';
import styles from './chart.module.css';
import { colourOf } from './marks.ts';
import { binsOf, short, whole, widthOf } from './numbers.ts';
import type { PlotProps } from './types.ts';

const TALL = { card: 264, wide: 340 };
/** Rows that a mark names, and rows that an address can. */
const NAMED = 5;
const LINKED = 100;

export default function Histogram({ props, measure, drawn, width }: PlotProps) {
  const { title, size = 'wide', plotRef, hrefOf, rows: dimension } = props;
  const bins = binsOf(drawn, ({ figure }) => figure.value ?? 0);
  const [first, last] = [bins[0], bins.at(-1)];
  if (!first || !last) return null;
  const one = first.from === last.to;
  const height = TALL[size];
  const y = scaleLinear<number>({ domain: [0, Math.max(...bins.map(({ values }) => values.length))], nice: true });
  const left = 12 + Math.max(28, ...y.ticks(6).map((tick) => widthOf(short(tick, ''), 12)));
  const frame: Frame = { left, top: 28, right: width - 20, bottom: height - 48 };
  y.range([frame.bottom, frame.top]);
  const domain = one ? [first.from - 0.5, first.from + 0.5] : [first.from, last.to];
  const x = scaleLinear<number>({ domain, range: [frame.left, frame.right] });
  const spots = bins
    .filter(({ values }) => values.length > 0)
    .map(({ from, to, values }): Spot => {
      const [begin, end] = one ? [x(from) - 20, x(from) + 20] : [x(from), x(to)];
      const top = y(values.length);
      const names = values.slice(0, NAMED).map(({ row }) => row.label);
      const more = values.length - names.length;
      return {
        key: String(from),
        x: (begin + end) / 2,
        y: top,
        said: [
          m.charts_bin({
            count: formatNumber(values.length),
            from: whole(from, measure.unit),
            to: whole(to, measure.unit),
          }),
          ...names,
          ...(more > 0 ? [m.charts_more({ count: formatNumber(more) })] : []),
        ],
        href:
          values.length <= LINKED ? hrefOf?.({ rows: values.map(({ row }) => row), measure: measure.name }) : undefined,
        colour: colourOf(0),
        shape: (
          <>
            <rect
              className={styles.reach}
              x={begin}
              y={frame.top}
              width={end - begin}
              height={frame.bottom - frame.top}
            />
            <rect
              className={styles.bar}
              x={begin + 1}
              y={top}
              width={Math.max(1, end - begin - 2)}
              height={Math.max(1, frame.bottom - top)}
              rx={2}
            />
          </>
        ),
      };
    });
  const counts = Object.assign((value: number) => y(value), {
    ticks: (count: number) => y.ticks(count).filter(Number.isInteger),
  });
  return (
    <Canvas title={title} width={width} height={height} spots={spots} plotRef={plotRef}>
      <AxisLeft frame={frame} scale={counts} unit="" label={m.charts_count_of({ label: dimension?.label ?? '' })} />
      <AxisBottom frame={frame} scale={x} unit={measure.unit} label={axisLabel(measure.label, measure.unit)} />
    </Canvas>
  );
}
