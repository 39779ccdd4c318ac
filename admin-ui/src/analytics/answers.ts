// What the server answers about figures. The one place that says how: everything else takes it from here.

export interface Compared {
  value: number | null;
  n: number;
}

export interface Figure extends Compared {
  compare?: Compared;
}

export interface Member {
  /** Null for what is not stated, and for the one row of everything. */
  key: string | null;
  label: string;
}

export interface AnswerRow {
  row: Member;
  col?: Member;
  values: Record<string, Figure>;
}

export interface Answer {
  rows: AnswerRow[];
  /** How many rows there are before `limit`. */
  total: number;
  asOf: string;
}

export interface OverviewFigure {
  name: string;
  label: string;
  unit: string;
  value: number | null;
  n: number;
  /** The whole that the value is a part of. */
  of?: number | null;
  previous: number | null;
  change: number | null;
  /** The query string of the explorer's view behind it. */
  explore?: string | null;
}

export interface Overview {
  /** The Monday of this week. */
  week: string;
  asOf: string;
  figures: OverviewFigure[];
}
