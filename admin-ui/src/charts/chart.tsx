// A chart: caption, number of records, plot and legend. Most kinds draw one measure, which can be chosen. Drawn with
// visx: its scales and shapes are 22 kB, and every mark is our own element, a link with a name and a token's colour.
// Chart libraries (x-charts 119 kB, ECharts 184) draw marks that the keyboard cannot reach, or use inline styles, which
// the content security policy forbids.
import { formatNumber } from '@mizan/ui-kit/formats';
import { m } from '@mizan/ui-kit/messages';
import { useEffect, useId, useState, type ComponentType } from 'react';
import Bars from './bars.tsx';
import styles from './chart.module.css';
import Dots, { sidesOf } from './dots.tsx';
import Heat from './heat.tsx';
import Histogram from './histogram.tsx';
import Intervals from './intervals.tsx';
import { entriesOf, Legend } from './legend.tsx';
import Lines from './lines.tsx';
import { drawnOf, rowsIn, statedOf } from './marks.ts';
import MapPlot from './map-plot.tsx';
import { MeasureInfo } from './measure-info.tsx';
import { idOf } from './table-shape.ts';
import type { Measure } from '../document/analytics.ts';
import type { ChartKind, ChartProps, PlotProps } from './types.ts';

const PLOTS: Record<ChartKind, ComponentType<PlotProps>> = {
  bar: Bars,
  line: Lines,
  scatter: Dots,
  heat: Heat,
  histogram: Histogram,
  interval: Intervals,
  map: MapPlot,
};

/** Kinds that draw several measures at once. */
const SYNCHRONOUS: ChartKind[] = ['scatter', 'interval'];
/** Kinds that draw a compared value even where the value itself is missing. */
const ALSO_COMPARED: ChartKind[] = ['bar', 'line'];

/** Kinds with a line for each row. They show so many at first: a page is not made of one chart. */
const TALL: ChartKind[] = ['bar', 'heat', 'interval'];
const AT_FIRST = { card: 12, wide: 30 };

export default function Chart(props: ChartProps) {
  const { kind, measures, answer, rows, cols, compare, size = 'wide' } = props;
  const [chosen, setChosen] = useState<string>();
  const [whole, setWhole] = useState(false);
  const [frame, width] = useWidth();
  const id = useId();
  const listed = compare === 'listed' && measures[0]?.listed;
  const usual = kind === 'scatter' && !listed ? (measures[1] ?? measures[0]) : measures[0];
  const measure = measures.find(({ name }) => name === chosen) ?? usual;
  if (!measure) return null;
  const all = drawnOf(answer, measure);
  const stated = ALSO_COMPARED.includes(kind) ? all : statedOf(all);
  const ids = [...new Set(stated.map(({ row }) => idOf(row)))];
  const most = TALL.includes(kind) && rows?.kind !== 'time' ? AT_FIRST[size] : Infinity;
  const first = ids.length > most && !whole ? new Set(ids.slice(0, most)) : undefined;
  const drawn = first ? stated.filter(({ row }) => first.has(idOf(row))) : stated;
  const choice = measures.length > 1 && !SYNCHRONOUS.includes(kind);
  const n = props.n ?? stated.reduce((sum, { measured }) => sum + measured.n, 0);
  const [axisLabel, unit] = kind === 'scatter' ? [againstOf(props, measure), ''] : [measure.label, measure.unit];
  const shown = first?.size ?? rowsIn(answer);
  const empty = kind === 'heat' && rows?.kind !== 'time' ? rowsIn(answer) - ids.length : 0;
  const facts = [
    ...(shown < answer.total
      ? [m.charts_first_rows({ shown: formatNumber(shown), total: formatNumber(answer.total) })]
      : []),
    ...(empty > 0 ? [m.charts_empty_rows({ count: empty })] : []),
    m.analytics_n({ n: formatNumber(n) }),
  ];
  const Plot = PLOTS[kind];
  const drawnProps = first
    ? { ...props, answer: { ...answer, rows: answer.rows.filter(({ row }) => first.has(idOf(row))) } }
    : props;
  return (
    <figure
      className={styles.chart}
      data-size={size}
      data-kind={kind}
      // The texts of an exported picture.
      data-title={titleOf(axisLabel, rows?.label, cols?.label)}
      data-facts={[...(unit ? [unit] : []), ...facts].join(' · ')}
    >
      <figcaption className={styles.caption}>
        <span className={styles.choice}>
          {choice ? (
            <>
              <label htmlFor={id}>{m.charts_measure()}</label>
              <select id={id} value={measure.name} onChange={(event) => setChosen(event.target.value)}>
                {measures.map(({ name, label }) => (
                  <option key={name} value={name}>
                    {label}
                  </option>
                ))}
              </select>
            </>
          ) : (
            <span>{axisLabel}</span>
          )}
          {unit && <span className={styles.unit}>{unit}</span>}
          <MeasureInfo of={SYNCHRONOUS.includes(kind) ? measures : [measure]} label={axisLabel} />
        </span>
        <span className={styles.of}>
          {facts.map((fact) => (
            <span key={fact}>{fact}</span>
          ))}
        </span>
      </figcaption>
      <Legend entries={entriesOf(props, measure, stated)} label={cols?.label ?? measure.label} />
      <div ref={frame} className={styles.plot} data-empty={drawn.length === 0 || undefined} data-scroller="">
        {drawn.length === 0 ? (
          <p className={styles.nothing}>{m.charts_nothing()}</p>
        ) : (
          width > 0 && <Plot props={drawnProps} measure={measure} drawn={drawn} scale={stated} width={width} />
        )}
      </div>
      {ids.length > most && (
        <button type="button" className={styles.allRows} onClick={() => setWhole(!whole)}>
          {whole ? m.charts_fewer_rows() : m.charts_all_rows({ count: formatNumber(ids.length) })}
        </button>
      )}
    </figure>
  );
}

function againstOf(props: ChartProps, measure: Measure): string {
  const { x, y } = sidesOf(props, measure);
  return m.charts_against({ y: y.label, x: x.label });
}

/** The title: measures and dimensions. */
function titleOf(measures: string, rows: string | undefined, cols: string | undefined): string {
  if (rows === undefined) return measures;
  return cols === undefined ? m.analytics_table({ measures, rows }) : m.analytics_table_cols({ measures, rows, cols });
}

/** The available width. */
function useWidth(): [(element: HTMLDivElement | null) => void, number] {
  const [element, setElement] = useState<HTMLDivElement | null>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    if (!element) return undefined;
    const observer = new ResizeObserver(([entry]) => entry && setWidth(Math.floor(entry.contentRect.width)));
    observer.observe(element);
    return () => observer.disconnect();
  }, [element]);
  return [setElement, width];
}
