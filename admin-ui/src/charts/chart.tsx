// A chart: what is seen, of how many, the drawing, and what its colours mean. Of several figures one is drawn, which
// can be chosen. Drawn with visx: its scales and shapes are 22 kB, and every mark is an element of ours, a link with a
// name and a token's colour; libraries of whole charts (x-charts 119 kB, ECharts 184) draw marks that the keyboard does
// not reach, or write styles that the content security policy forbids.
import { formatNumber } from '@mizan/ui-kit/formats';
import { m } from '@mizan/ui-kit/messages';
import { useEffect, useId, useState, type ComponentType } from 'react';
import Bars from './bars.tsx';
import styles from './chart.module.css';
import Dots from './dots.tsx';
import Heat from './heat.tsx';
import Histogram from './histogram.tsx';
import Intervals from './intervals.tsx';
import Lines from './lines.tsx';
import { colourOf, drawnOf, MOST_SERIES, seriesOf } from './marks.ts';
import Places from './places.tsx';
import { idOf } from '../analytics/table-shape.ts';
import type { ChartKind, ChartProps, PlotProps } from './types.ts';

const PLOTS: Record<ChartKind, ComponentType<PlotProps>> = {
  bar: Bars,
  line: Lines,
  scatter: Dots,
  heat: Heat,
  histogram: Histogram,
  interval: Intervals,
  map: Places,
};

/** Kinds that draw several figures at once. */
const AT_ONCE: ChartKind[] = ['scatter', 'interval'];
/** Kinds in which columns are series. */
const IN_SERIES: ChartKind[] = ['bar', 'line', 'scatter'];

export default function Chart(props: ChartProps) {
  const { kind, measures, answer, cols, compare, size = 'wide' } = props;
  const [chosen, setChosen] = useState<string>();
  const [frame, width] = useWidth();
  const id = useId();
  const listed = compare === 'listed' && measures[0]?.listed;
  const usual = kind === 'scatter' && !listed ? (measures[1] ?? measures[0]) : measures[0];
  const measure = measures.find(({ name }) => name === chosen) ?? usual;
  if (!measure) return null;
  const drawn = drawnOf(answer, measure);
  const series = cols && IN_SERIES.includes(kind) ? seriesOf(answer, drawn) : [];
  const choice = measures.length > 1 && !AT_ONCE.includes(kind);
  const n = props.n ?? drawn.reduce((sum, { figure }) => sum + figure.n, 0);
  const Plot = PLOTS[kind];
  return (
    <figure className={styles.chart} data-size={size} data-kind={kind}>
      <figcaption className={styles.caption}>
        {choice ? (
          <span className={styles.choice}>
            <label htmlFor={id}>{m.charts_measure()}</label>
            <select id={id} value={measure.name} onChange={(event) => setChosen(event.target.value)}>
              {measures.map(({ name, label }) => (
                <option key={name} value={name}>
                  {label}
                </option>
              ))}
            </select>
          </span>
        ) : (
          <span>{measure.label}</span>
        )}
        <span className={styles.of}>
          {measure.unit && <span>{measure.unit}</span>}
          <span>{m.analytics_n({ n: formatNumber(n) })}</span>
        </span>
      </figcaption>
      {series.length > 1 && (
        <ul className={styles.legend} aria-label={cols?.label}>
          {series.slice(0, MOST_SERIES).map((col, index) => (
            <li key={idOf(col)} style={{ color: colourOf(index) }}>
              <span>{col.label}</span>
            </li>
          ))}
          {series.length > MOST_SERIES && (
            <li data-plain="">{m.charts_series_most({ shown: MOST_SERIES, total: formatNumber(series.length) })}</li>
          )}
        </ul>
      )}
      {listed && kind === 'scatter' && <p className={styles.hint}>{m.charts_band()}</p>}
      <div ref={frame} className={styles.plot} data-empty={drawn.length === 0 || undefined}>
        {drawn.length === 0 ? (
          <p className={styles.nothing}>{m.charts_nothing()}</p>
        ) : (
          width > 0 && <Plot props={props} measure={measure} drawn={drawn} width={width} />
        )}
      </div>
    </figure>
  );
}

/** How wide there is room to draw. */
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
