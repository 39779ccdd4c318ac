// Lines over time, or over whatever has an order: one for each column. Where nothing was computed there is a gap.
import { scaleLinear, scalePoint } from '@visx/scale';
import { LinePath } from '@visx/shape';
import { formatShortDate } from '@mizan/ui-kit/formats';
import { idOf } from '../analytics/table-shape.ts';
import { AxisLeft, NamesBottom, type Frame } from './axis.tsx';
import { axisLabel } from './bars.tsx';
import { Canvas, type Spot } from './canvas.tsx';
import styles from './chart.module.css';
import { colourOf, hrefOf, membersOf, MOST_SERIES, saidOf, seriesOf } from './marks.ts';
import { everyOf, reachOf, short, widthOf } from './numbers.ts';
import type { Drawn, PlotProps } from './types.ts';

const TEXT = 12;
const TALL = { card: 264, wide: 340 };
/** From how many on dots are seen only when one is at them. */
const MANY = 40;

export default function Lines({ props, measure, drawn, width }: PlotProps) {
  const { title, size = 'wide', plotRef, rows: dimension, compare, answer } = props;
  // Also the rows without a figure: they are the gaps. In their own order, whatever the table is sorted by.
  const rows = membersOf(answer.rows.map(({ row }) => row)).filter(({ key }) => key !== null);
  if (dimension?.kind === 'time') rows.sort((one, other) => ((one.key ?? '') < (other.key ?? '') ? -1 : 1));
  else rows.sort((one, other) => Number(one.key) - Number(other.key) || 0);
  const cols = seriesOf(props.answer, drawn).slice(0, MOST_SERIES);
  const lines = (cols.length > 0 ? cols : [undefined]).map((col) => {
    const mine = new Map(drawn.filter((one) => idOf(one.col) === idOf(col)).map((one) => [idOf(one.row), one]));
    return rows.map((row) => mine.get(idOf(row)));
  });
  const values = lines.flat().flatMap((one) => [one?.figure.value, one?.figure.compare?.value]);
  const numbers = values.filter((value) => value != null);
  // A share is read from nothing on; of amounts one looks at how they move.
  const y = scaleLinear<number>({ domain: reachOf(numbers, measure.unit === ''), nice: true });
  const height = TALL[size];
  const left = 12 + Math.max(28, ...y.ticks(6).map((tick) => widthOf(short(tick, measure.unit), TEXT)));
  const frame: Frame = { left, top: 28, right: width - 20, bottom: height - 28 };
  y.range([frame.bottom, frame.top]);
  const x = scalePoint<string>({ domain: rows.map(idOf), range: [frame.left + 6, frame.right - 6], padding: 0 });
  const at = (one: Drawn): number => x(idOf(one.row)) ?? 0;
  const text = (row: { key: string | null; label: string }): string =>
    dimension?.kind === 'time' && row.key ? formatShortDate(row.key) : row.label;
  const room = Math.max(0, ...rows.map((row) => widthOf(text(row), TEXT))) + 14;
  const every = everyOf(rows.length, room, frame.right - frame.left);
  const spots = lines.flatMap((line, series) =>
    line.flatMap((one): Spot[] => {
      if (!one) return [];
      const here = { x: at(one), y: y(one.figure.value ?? 0) };
      return [
        {
          key: idOf(one.row) + idOf(one.col),
          ...here,
          said: saidOf(one, measure, compare),
          href: hrefOf(props, one, measure),
          colour: colourOf(series),
          shape: (
            <>
              <circle className={styles.reach} cx={here.x} cy={here.y} r={Math.min(12, Math.max(5, x.step() / 2))} />
              <circle
                className={styles.dot}
                cx={here.x}
                cy={here.y}
                r={4}
                data-quiet={rows.length > MANY || undefined}
              />
            </>
          ),
        },
      ];
    }),
  );
  return (
    <Canvas title={title} width={width} height={height} spots={spots} plotRef={plotRef}>
      <AxisLeft frame={frame} scale={y} unit={measure.unit} label={axisLabel(measure.label, measure.unit)} />
      <NamesBottom
        frame={frame}
        names={rows
          .filter((_, index) => index % every === 0)
          .map((row) => ({ key: idOf(row), text: text(row), x: x(idOf(row)) ?? 0 }))}
      />
      {lines.map((line, series) => (
        <g key={idOf(cols[series])} style={{ color: colourOf(series) }} aria-hidden="true">
          <LinePath
            className={styles.thenLine}
            data={line}
            defined={(one) => one?.figure.compare?.value != null}
            x={(one) => (one ? at(one) : 0)}
            y={(one) => y(one?.figure.compare?.value ?? 0)}
          />
          <LinePath
            className={styles.line}
            data={line}
            defined={(one) => one !== undefined}
            x={(one) => (one ? at(one) : 0)}
            y={(one) => y(one?.figure.value ?? 0)}
          />
        </g>
      ))}
    </Canvas>
  );
}
