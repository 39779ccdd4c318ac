// The types of charts: a result of the explorer, and its presentation.
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

/** The rows of a mark: one, or all in one bar of a histogram. */
export interface Mark {
  rows: Member[];
  col?: Member | undefined;
  measure: string;
}

export interface ChartProps extends ChartQuery {
  kind: ChartKind;
  /** The accessible name of the chart. */
  title: string;
  answer: Answer;
  /** The requested period, and the granularity of time. */
  span?: Span | undefined;
  /** The number of records of the whole chart, when it is not the sum over its marks. */
  n?: number | undefined;
  /** Returns the link of a mark, if it has one. */
  hrefOf?: ((mark: Mark) => string | undefined) | undefined;
  /** Returns the link to the same query as a table sorted by a measure, for marks whose records no URL can name. */
  sortedBy?: ((measure: string) => string | undefined) | undefined;
  /** Whether it is one of several cards, or as wide as the screen. */
  size?: 'card' | 'wide';
  /** Receives the SVG, which `pictureOf` exports. */
  plotRef?: ((plot: SVGSVGElement | null) => void) | undefined;
}

/** A row of the result with the value that is drawn. */
export interface Drawn {
  row: Member;
  col?: Member | undefined;
  measured: MeasureValue;
}

/** The props of every kind of plot. */
export interface PlotProps {
  props: ChartProps;
  measure: Measure;
  /** Its rows with a value, or in bars and lines with a compared value. */
  drawn: Drawn[];
  /** All that the scale of colours is made of, drawn or not. */
  scale: Drawn[];
  /** The size of the canvas in pixels. */
  width: number;
}
