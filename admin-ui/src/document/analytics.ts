// The analytics API: datasets, measures, dimensions and charts, as the modules declare them in the document. Read once
// at startup, without a request of its own.
import {
  operation,
  type ApiDocument,
  type DocumentOperation,
  type Operation,
  type Schema,
} from '@mizan/openapi/document';

export interface Dataset {
  name: string;
  label: string;
  /** The resource whose filter definitions apply. */
  resource: string;
  /** The names of its measures. */
  measures: string[];
  dimensions: string[];
  /** The measures that are shown of each record, besides the requested ones. */
  behind?: string[];
  /** What is listed within each record: a measure by a dimension. */
  each?: { label: string; measure: string; by: string };
}

export interface Measure {
  name: string;
  label: string;
  description: string;
  /** Missing for what the description says in full. */
  formula?: string;
  /** Whether its sign is its meaning, so that a plus is shown, too. */
  signed?: boolean;
  /** `%`: the value is a fraction, 0.05 is 5 %. Empty for a count. */
  unit: string;
  /** Whether it can be compared with the listed value. */
  listed: boolean;
  /** Why a value may be missing. */
  none?: string;
  /** The names of the dimensions that it can be grouped by; all of its dataset's when undefined. */
  dimensions?: string[];
}

export interface Dimension {
  name: string;
  label: string;
  description: string;
  kind: 'category' | 'time' | 'order';
  /** The resource whose records are the members. */
  resource?: string;
}

/** A chart on the index. */
export interface DeclaredChart {
  name: string;
  title: string;
  description: string;
  kind: string;
  /** Names; the first is the main one. */
  measures: string[];
}

export interface Declared {
  datasets: Dataset[];
  measures: Measure[];
  dimensions: Dimension[];
  /** In display order. */
  charts: DeclaredChart[];
}

export interface Analytics extends Declared {
  explore: Operation;
  export: Operation | undefined;
  /** The records behind a value, and their export. */
  records: Operation | undefined;
  recordsExport: Operation | undefined;
  overview: Operation | undefined;
  /** The values of one chart, by its name. */
  chart: Operation | undefined;
  grains: string[];
  /** The kinds of charts that a URL can name. */
  chartKinds: string[];
  mostMeasures: number;
  usualRows: number;
  mostRows: number;
}

interface Explores extends DocumentOperation {
  'x-explorer'?: Declared;
  parameters?: { name: string; schema?: Schema }[];
}

/** Undefined when the document has no analytics operations. */
export function readAnalytics(document: ApiDocument): Analytics | undefined {
  for (const [path, { get }] of Object.entries(document.paths)) {
    const operationOf: Explores | undefined = get;
    const declared = operationOf?.['x-explorer'];
    if (!operationOf || !declared?.datasets?.length) continue;
    const schema = (name: string): Schema => operationOf.parameters?.find((one) => one.name === name)?.schema ?? {};
    const exported = document.paths[`${path}/export`]?.get;
    return {
      ...declared,
      charts: declared.charts ?? [],
      explore: { id: operationOf.operationId, method: 'get', path, permission: operationOf['x-permission'] },
      export: exported && operation(document, exported.operationId),
      records: operation(document, 'analytics_records'),
      recordsExport: operation(document, 'analytics_records_export'),
      overview: operation(document, 'analytics_overview'),
      chart: operation(document, 'analytics_chart'),
      grains: (schema('grain').enum ?? []).map(String),
      chartKinds: (schema('chart').enum ?? []).map(String),
      mostMeasures: schema('measures').maxItems ?? 1,
      usualRows: Number(schema('limit').default ?? 100),
      mostRows: schema('limit').maximum ?? 1000,
    };
  }
  return undefined;
}

/** Whether a measure can be grouped by a dimension, as far as the measure restricts it. */
export const isKnownBy = ({ dimensions }: Pick<Measure, 'dimensions'>, dimension: string): boolean =>
  dimensions === undefined || dimensions.includes(dimension);

/** Finds an entry by its name. */
export const byName = <One extends { name: string }>(all: One[], name: string | undefined): One | undefined =>
  all.find((one) => one.name === name);
