// The legend of a chart: series, compared values, and the steps of a scale.
import { formatNumber } from '@mizan/ui-kit/formats';
import { m } from '@mizan/ui-kit/messages';
import type { Measure } from '../document/analytics.ts';
import styles from './chart.module.css';
import { digits } from './measure-format.ts';
import { colourOf, decimalsIn, MOST_SERIES, seriesOf } from './marks.ts';
import { withUnit } from './numbers.ts';
import { placedOf } from './map-plot.tsx';
import { CELLS, coloursOf, POINTS, type Ramp } from './steps.ts';
import { idOf } from './table-shape.ts';
import type { ChartKind, ChartProps, Drawn } from './types.ts';

export interface Entry {
  id: string;
  label: string;
  /** A CSS colour. */
  colour: string;
  /** How the entry looks: filled, outlined, a dashed line, or text only. */
  look: 'fill' | 'outline' | 'dash' | 'words';
}

/** Kinds that draw columns as series. */
const IN_SERIES: ChartKind[] = ['bar', 'line', 'scatter'];
/** Kinds that draw compared values as separate marks. */
const WITH_COMPARED: ChartKind[] = ['bar', 'line'];

export function entriesOf(props: ChartProps, measure: Measure, drawn: Drawn[]): Entry[] {
  const { kind } = props;
  if (kind === 'heat') return stepEntries(drawn, measure, CELLS);
  if (kind === 'map') return mapEntries(drawn, measure);
  if (!IN_SERIES.includes(kind)) return [];
  const series = props.cols ? seriesEntries(props, drawn) : [];
  if (kind === 'scatter' && props.compare === 'listed' && measure.listed) {
    return [...series, { id: 'band', label: m.charts_band(), colour: 'var(--control)', look: 'words' }];
  }
  // A line of counts is drawn through 0 where there are no records.
  const isDrawn = kind === 'line' && props.compare === 'previous' && measure.unit === '';
  const compared =
    WITH_COMPARED.includes(kind) && (isDrawn || drawn.some(({ measured }) => measured.compare?.value != null));
  if (!compared) return series;
  const own: Entry = { id: 'own', label: measure.label, colour: colourOf(0), look: 'fill' };
  const then: Entry = {
    id: 'compared',
    label: props.compare === 'listed' ? m.charts_listed() : m.charts_previous(),
    colour: series.length > 0 ? 'var(--muted)' : colourOf(0),
    look: kind === 'line' ? 'dash' : 'outline',
  };
  return series.length > 0 ? [...series, then] : [own, then];
}

/** The series with a colour of their own, and one entry for all others; empty for a single series. */
function seriesEntries({ answer }: ChartProps, drawn: Drawn[]): Entry[] {
  const series = seriesOf(answer, drawn);
  if (series.length < 2) return [];
  const named = series
    .slice(0, MOST_SERIES)
    .map((col, index): Entry => ({ id: idOf(col), label: col.label, colour: colourOf(index), look: 'fill' }));
  const others = series.slice(MOST_SERIES);
  const [other] = others;
  if (!other) return named;
  const label = others.length === 1 ? other.label : m.charts_others({ count: formatNumber(others.length) });
  return [...named, { id: 'others', label, colour: colourOf(MOST_SERIES), look: 'fill' }];
}

function stepEntries(drawn: Drawn[], measure: Measure, ramp: Ramp): Entry[] {
  const decimals = decimalsIn(drawn, measure);
  const formatted = (value: number): string => withUnit(value, measure.unit, decimals);
  const bare = (value: number): string => digits(value, measure.unit, decimals);
  const values = drawn.flatMap(({ measured }) => measured.value ?? []);
  return coloursOf(values, ramp).map(({ from, to, colour }) => ({
    id: String(from),
    label: from === to ? formatted(from) : m.charts_from_to({ from: bare(from), to: formatted(to) }),
    colour,
    look: 'fill',
  }));
}

function mapEntries(drawn: Drawn[], measure: Measure): Entry[] {
  const placed = placedOf(drawn);
  const without = drawn.length - placed.length;
  const entries = stepEntries(placed, measure, POINTS);
  if (without === 0) return entries;
  return [
    ...entries,
    { id: 'without', label: m.charts_no_place({ count: without }), colour: 'var(--muted)', look: 'words' },
  ];
}

export function Legend({ entries, label }: { entries: Entry[]; label: string }) {
  if (entries.length === 0) return null;
  return (
    <ul className={styles.legend} aria-label={label}>
      {entries.map(({ id, label: text, colour, look }) => (
        <li key={id} data-look={look} style={{ color: colour }}>
          <span dir="auto">{text}</span>
        </li>
      ))}
    </ul>
  );
}
