// Response types of the analytics API, except the answer that a chart draws.
import type { Answer, MeasureValue, Member } from '../charts/answer.ts';
import type { ChartKind } from '../charts/types.ts';

/** The records of a value. */
export interface RecordsAnswer {
  /** The groups of the records, as far as they were requested. */
  row: Member[];
  col: Member[];
  items: { _id: string; title: string; values: Record<string, MeasureValue>; each?: RecordPart[] }[];
  total: number;
  page: number;
  limit: number;
  totalPages: number;
  asOf: string;
}

/** A value within a record, such as an estimate of a unit. */
export interface RecordPart {
  /** Whose value it is. */
  of: Member;
  value: number;
}

export interface OverviewMeasure {
  name: string;
  label: string;
  /** What it is, in a sentence, and the formula. */
  description?: string;
  formula?: string;
  unit: string;
  value: number | null;
  n: number;
  /** The total, for a value that is a part of it. */
  of?: number | null;
  previous: number | null;
  change: number | null;
  /** The query string of its view in the explorer. */
  explore?: string | null;
  /** The list of the counted records in this area, with its query string. */
  list?: string | null;
}

/** A chart of the index with its values. */
export interface ChartAnswer {
  name: string;
  title: string;
  description: string;
  kind: ChartKind;
  /** Names of measures. */
  measures: string[];
  rows?: string;
  cols?: string;
  compare?: string;
  /** The number of records, when it is the same for every row. */
  n?: number;
  /** The query string of its view in the explorer. */
  explore?: string;
  answer: Answer;
}

export interface Overview {
  /** The Monday of this week. */
  week: string;
  asOf: string;
  figures: OverviewMeasure[];
}
