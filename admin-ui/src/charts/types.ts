// The types of charts: an answer of the explorer, and its presentation.
import type { Dimension, Measure } from '../document/analytics.ts';
import type { Answer, MeasureValue, Member } from './answer.ts';
import type { Span } from './periods.ts';

export const CHART_KINDS = ['bar', 'line', 'scatter', 'heat', 'histogram', 'interval', 'map'] as const;
export type ChartKind = (typeof CHART_KINDS)[number];

/** The parts of an explorer query that a chart depends on. */
export interface ChartQuery {
  /** In the order of the request; the first is the main one. */
  measures: Measure[];
  rows?: Dimension | undefined;
  cols?: Dimension | undefined;
  compare?: string | undefined;
}

/** The values of a mark: one, or those in one bar of a histogram. */
export interface Mark {
  rows: Member[];
  col?: Member | undefined;
  measure: string;
}

export interface ChartProps extends ChartQuery {
  kind: ChartKind;
  /** The accessible name of the drawing. */
  title: string;
  answer: Answer;
  /** The requested days, and the granularity of time. */
  span?: Span | undefined;
  /** How many records all of it is made of, when that is not the sum of what its marks are made of. */
  n?: number | undefined;
  /** Where a mark leads. One without an address leads nowhere. */
  hrefOf?: ((mark: Mark) => string | undefined) | undefined;
  /** The same question as a table sorted by a measure: where a mark leads whose records no address can name. */
  sortedBy?: ((measure: string) => string | undefined) | undefined;
  /** A card among others, or the width of the screen. */
  size?: 'card' | 'wide';
  /** Gets the drawing itself, of which `pictureOf` makes a picture. */
  plotRef?: ((plot: SVGSVGElement | null) => void) | undefined;
}

/** A row of the answer with the value that is drawn. */
export interface Drawn {
  row: Member;
  col?: Member | undefined;
  measured: MeasureValue;
}

/** The props of every kind of plot. */
export interface PlotProps {
  props: ChartProps;
  /** The requested measure that is drawn. */
  measure: Measure;
  /** Its rows with a value or, in bars and lines, with a compared value. */
  drawn: Drawn[];
  /** What there is to draw on, in pixels. */
  width: number;
}
