// Lines over time or over an ordered dimension, one for each column. A missing value is a gap; a missing count is 0.
import { scaleLinear, scalePoint } from '@visx/scale';
import { LinePath } from '@visx/shape';
import { AxisLeft, NamesBottom, roomLeft, type Frame } from './axis.tsx';
import { around, Canvas, type Spot } from './canvas.tsx';
import styles from './chart.module.css';
import {
  alongAxis,
  colourOf,
  counted,
  decimalsIn,
  hrefOf,
  isCount,
  membersOf,
  textOf,
  seriesOf,
  valuesOf,
} from './marks.ts';
import { fromZero, reachOf } from './numbers.ts';
import { periodText } from './periods.ts';
import { idOf } from './table-shape.ts';
import type { ChartProps, Drawn, PlotProps } from './types.ts';

const TALL = { card: 264, wide: 340 };
/** From this number of points on, dots are shown only on focus or where no line leads to them. */
const MANY = 40;
/** Also when dots would touch. */
const NARROW = 14;

/** The members of the horizontal axis in their own order, including those without a value, which are gaps. */
function along({ answer, rows: dimension, span }: ChartProps) {
  const rows = membersOf(answer.rows.map(({ row }) => row)).filter(({ key }) => key !== null);
  if (dimension?.kind === 'time') return alongAxis(rows, dimension, { answer, span });
  return rows.toSorted((one, other) => Number(one.key) - Number(other.key) || 0);
}

export default function Lines({ props, measure, drawn, width }: PlotProps) {
  const { title, size = 'wide', plotRef, rows: dimension, compare, answer } = props;
  const rows = along(props);
  const time = dimension?.kind === 'time';
  const none = time && isCount(measure, drawn);
  const cols = seriesOf(answer, drawn);
  const lines = (cols.length > 0 ? cols : [undefined]).map((col) => {
    const mine = new Map(drawn.filter((one) => idOf(one.col) === idOf(col)).map((one) => [idOf(one.row), one]));
    return rows.map((row) => {
      const one = mine.get(idOf(row));
      return none ? counted(one, { row, col }, props) : one;
    });
  });
  const numbers = valuesOf(lines.flat().filter((one) => one !== undefined));
  const decimals = decimalsIn(drawn, measure);
  const y = scaleLinear<number>({ domain: reachOf(numbers, fromZero(numbers, measure.unit)), nice: true });
  const height = TALL[size];
  const [top, bottom] = [12, height - 28];
  const frame: Frame = { left: roomLeft(y, bottom - top, measure.unit), top, right: width - 20, bottom };
  y.range([frame.bottom, frame.top]);
  const x = scalePoint<string>({ domain: rows.map(idOf), range: [frame.left + 6, frame.right - 6], padding: 0 });
  const at = (one: Drawn): number => x(idOf(one.row)) ?? 0;
  const valueOf = (one: Drawn | undefined): number | null => one?.measured.value ?? null;
  const thenOf = (one: Drawn | undefined): number | null => one?.measured.compare?.value ?? null;
  const quiet = rows.length > MANY || (rows.length > 1 && x.step() < NARROW);
  const spots = lines.flatMap((line, series) =>
    line.flatMap((one, index): Spot[] => {
      if (!one) return [];
      const [value, then] = [valueOf(one), thenOf(one)];
      if (value === null && then === null) return [];
      const here = { x: at(one), y: y(value ?? then ?? 0) };
      return [
        {
          key: idOf(one.row) + idOf(one.col),
          ...here,
          ...textOf(one, measure, compare, decimals),
          href: hrefOf(props, one, measure),
          colour: colourOf(series),
          box: around(here.x, here.y, 4),
          shape: (
            <>
              <circle className={styles.reach} cx={here.x} cy={here.y} r={Math.min(12, Math.max(5, x.step() / 2))} />
              {then !== null && (
                <circle
                  className={styles.thenDot}
                  cx={here.x}
                  cy={y(then)}
                  r={3.5}
                  data-quiet={((value !== null || quiet) && !isAlone(line, index, thenOf)) || undefined}
                />
              )}
              {value !== null && (
                <circle
                  className={styles.dot}
                  cx={here.x}
                  cy={here.y}
                  r={4}
                  data-quiet={(quiet && !isAlone(line, index, valueOf)) || undefined}
                />
              )}
            </>
          ),
        },
      ];
    }),
  );
  return (
    <Canvas title={title} width={width} height={height} spots={spots} plotRef={plotRef}>
      <AxisLeft frame={frame} scale={y} unit={measure.unit} />
      <NamesBottom
        frame={frame}
        names={rows.map((row) => ({
          key: idOf(row),
          text: time ? periodText(row, rows) : row.label,
          x: x(idOf(row)) ?? 0,
        }))}
      />
      {/* Neutral lines are drawn below the coloured ones. */}
      {lines
        .map((line, series) => (
          <g key={idOf(cols[series])} style={{ color: colourOf(series) }} aria-hidden="true">
            {[thenOf, valueOf].map((of) => (
              <LinePath
                key={of === thenOf ? 'then' : 'now'}
                className={of === thenOf ? styles.thenLine : styles.line}
                data={line}
                defined={(one) => of(one) !== null}
                x={(one) => (one ? at(one) : 0)}
                y={(one) => y(of(one) ?? 0)}
              />
            ))}
          </g>
        ))
        .toReversed()}
    </Canvas>
  );
}

/** Whether a point has no neighbour to connect to. */
const isAlone = (line: (Drawn | undefined)[], index: number, of: (one: Drawn | undefined) => number | null): boolean =>
  of(line[index - 1]) === null && of(line[index + 1]) === null;
