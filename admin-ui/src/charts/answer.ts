// An answer of the explorer as a chart or a table draws it: rows, their columns, and the values of each measure.

export interface Compared {
  value: number | null;
  n: number;
}

export interface MeasureValue extends Compared {
  compare?: Compared;
}

export interface Member {
  /** Null for what is not stated, and for the one row of everything. */
  key: string | null;
  label: string;
  /** Its coordinates, if known. */
  place?: { latitude: number; longitude: number };
}

export interface AnswerRow {
  row: Member;
  col?: Member;
  values: Record<string, MeasureValue>;
}

export interface Answer {
  rows: AnswerRow[];
  /** The columns of all these rows, in the order of their dimension, when there is one. */
  cols?: Member[];
  /** How many rows there are before `limit`. */
  total: number;
  asOf: string;
}
