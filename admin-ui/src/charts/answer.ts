// A result of the explorer, as charts and tables draw it: rows, columns, and the values of each measure.

export interface Compared {
  value: number | null;
  n: number;
}

export interface MeasureValue extends Compared {
  compare?: Compared;
}

export interface Member {
  /** Null for "not stated", and for the single row of a view without a dimension. */
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
  /** The columns of all rows, in the order of their dimension. */
  cols?: Member[];
  /** The number of rows before `limit`. */
  total: number;
  asOf: string;
}
