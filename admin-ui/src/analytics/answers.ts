// Response types of the analytics API, except the answer that a chart draws.
import type { Answer, MeasureValue, Member } from '../charts/answer.ts';
import type { ChartKind } from '../charts/types.ts';

/** The records of a value. */
export interface RecordsAnswer {
  /** The groups that they are in, as far as they were named. */
  row: Member[];
  col: Member[];
  items: { _id: string; title: string; values: Record<string, MeasureValue> }[];
  total: number;
  page: number;
  limit: number;
  totalPages: number;
  asOf: string;
}

export interface OverviewMeasure {
  name: string;
  label: string;
  unit: string;
  value: number | null;
  n: number;
  /** The total that the value is a part of. */
  of?: number | null;
  previous: number | null;
  change: number | null;
  /** The query string of the explorer's view behind it. */
  explore?: string | null;
  /** The list of what it counts, in this area, with its query string. */
  list?: string | null;
}

/** A chart of the index with its answer. */
export interface ChartAnswer {
  name: string;
  title: string;
  description: string;
  kind: ChartKind;
  /** Names. */
  measures: string[];
  rows?: string;
  cols?: string;
  compare?: string;
  /** How many records it is made of, when every row is made of the same ones. */
  n?: number;
  /** The query string of the explorer's view behind it. */
  explore?: string;
  answer: Answer;
}

export interface Overview {
  /** The Monday of this week. */
  week: string;
  asOf: string;
  figures: OverviewMeasure[];
}
