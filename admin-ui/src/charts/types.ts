// What a chart is made of: an answer about figures, and how it is to be seen.
import type { Dimension, Measure } from '../document/analytics.ts';
import type { Answer, MeasureValue, Member } from './answer.ts';
import type { Span } from './periods.ts';

export const CHART_KINDS = ['bar', 'line', 'scatter', 'heat', 'histogram', 'interval', 'map'] as const;
export type ChartKind = (typeof CHART_KINDS)[number];

/** What was asked, as far as a chart depends on it. */
export interface ChartQuery {
  /** In the order asked; the first is the main one. */
  measures: Measure[];
  rows?: Dimension | undefined;
  cols?: Dimension | undefined;
  compare?: string | undefined;
}

/** The figures that a mark stands for: one, or those that fall into one bar of a histogram. */
export interface Mark {
  rows: Member[];
  col?: Member | undefined;
  measure: string;
}

export interface ChartProps extends ChartQuery {
  kind: ChartKind;
  /** What is seen; the name of the drawing for those who do not see it. */
  title: string;
  answer: Answer;
  /** The days that were asked for, and what time is cut into. */
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

/** A line of the answer, of which one figure is drawn. */
export interface Drawn {
  row: Member;
  col?: Member | undefined;
  measured: MeasureValue;
}

/** What every kind of plot is given. */
export interface PlotProps {
  props: ChartProps;
  /** Of those asked for, the one that is drawn. */
  measure: Measure;
  /** Those of its figures that have a value, or, in bars and lines, one that they are compared with. */
  drawn: Drawn[];
  /** What there is to draw on, in pixels. */
  width: number;
}
