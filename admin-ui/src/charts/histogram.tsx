// A histogram: the number of rows in each range of values.
import { scaleLinear } from '@visx/scale';
import { formatNumber } from '@mizan/ui-kit/formats';
import { m } from '@mizan/ui-kit/messages';
import { AxisBottom, AxisLeft, roomLeft, type Frame } from './axis.tsx';
import { Canvas, type Spot } from './canvas.tsx';
import styles from './chart.module.css';
import { decimalsOf } from './measure-format.ts';
import { colourOf } from './marks.ts';
import { binsOf, reachOf, withUnit } from './numbers.ts';
import type { Drawn, PlotProps } from './types.ts';

const TALL = { card: 264, wide: 340 };
/** The number of rows that a mark names. */
const NAMED = 5;
/** Servers and proxies may reject longer URLs. */
const MOST_ADDRESS = 6000;
/** The width of the bar when all rows have the same value. */
const ALONE = 72;

export default function Histogram({ props, measure, drawn, width }: PlotProps) {
  const { title, size = 'wide', plotRef, rows: dimension } = props;
  const bins = binsOf(drawn, ({ measured }) => measured.value ?? 0);
  const [first, last] = [bins[0], bins.at(-1)];
  if (!first || !last) return null;
  const one = first.from === last.to;
  const height = TALL[size];
  const y = scaleLinear<number>({ domain: [0, Math.max(...bins.map(({ values }) => values.length))], nice: true });
  const [top, bottom] = [28, height - 28];
  const counts = Object.assign((value: number) => y(value), {
    ticks: (count: number) => y.ticks(count).filter(Number.isInteger),
  });
  const frame: Frame = { left: roomLeft(counts, bottom - top, ''), top, right: width - 20, bottom };
  y.range([frame.bottom, frame.top]);
  const domain = one ? reachOf([first.from], false) : [first.from, last.to];
  const x = scaleLinear<number>({ domain, range: [frame.left, frame.right] });
  const values = Object.assign((value: number) => x(value), {
    ticks: (count: number) => (one ? [first.from] : x.ticks(count)),
  });
  // As many decimals as distinguish the edges of bins.
  const decimals = decimalsOf(one ? [first.from] : [first.from, first.to], measure.unit);
  const edge = (value: number): string => withUnit(value, measure.unit, decimals);
  const spots = bins
    .filter(({ values: mine }) => mine.length > 0)
    .map(({ from, to, values: mine }): Spot => {
      const [begin, end] = one ? [x(from) - ALONE / 2, x(from) + ALONE / 2] : [x(from), x(to)];
      const head = y(mine.length);
      const names = mine.slice(0, NAMED).map(({ row }) => row.label);
      const more = mine.length - names.length;
      const { href, leads } = waysFrom(mine, { props, measure });
      const count = formatNumber(mine.length);
      const bar = {
        x: begin + 1,
        y: head,
        width: Math.max(1, end - begin - 2),
        height: Math.max(1, frame.bottom - head),
      };
      return {
        key: String(from),
        x: (begin + end) / 2,
        y: head,
        names: [],
        lines: [
          one
            ? m.charts_bin_one({ count, value: edge(from) })
            : m.charts_bin({ count, from: edge(from), to: edge(to) }),
          ...names,
          ...(more > 0 ? [m.charts_more({ count: formatNumber(more) })] : []),
          ...leads,
        ],
        href,
        colour: colourOf(0),
        box: bar,
        shape: (
          <>
            <rect
              className={styles.reach}
              x={begin}
              y={frame.top}
              width={end - begin}
              height={frame.bottom - frame.top}
            />
            <rect className={styles.bar} {...bar} rx={2} />
          </>
        ),
      };
    });
  return (
    <Canvas title={title} width={width} height={height} spots={spots} plotRef={plotRef}>
      <AxisLeft frame={frame} scale={counts} unit="" label={m.charts_count_of({ label: dimension?.label ?? '' })} />
      <AxisBottom frame={frame} scale={values} unit={measure.unit} />
    </Canvas>
  );
}

/**
 * The link to the records of these rows. When a URL cannot name all of them, it leads to all rows sorted by the value,
 * and the mark says so.
 */
export function waysFrom(mine: Drawn[], { props, measure }: Pick<PlotProps, 'props' | 'measure'>) {
  const { hrefOf, sortedBy } = props;
  const records = hrefOf?.({ rows: mine.map(({ row }) => row), measure: measure.name });
  if (records === undefined || records.length <= MOST_ADDRESS) return { href: records, leads: [] };
  const table = sortedBy?.(measure.name);
  return { href: table, leads: table === undefined ? [] : [m.charts_leads_to_sorted({ label: measure.label })] };
}
