// What analytics can answer: datasets, measures and dimensions, as the modules declare them in the document. Read
// once, when the app starts; it asks nothing itself.
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
  /** The resource whose filters are understood. */
  resource: string;
  /** Names of what can be asked of it. */
  measures: string[];
  dimensions: string[];
}

export interface Measure {
  name: string;
  label: string;
  description: string;
  /** `%` stands for a fraction: 0.05 is 5 %. Empty for a count. */
  unit: string;
  /** It can be compared with the same value as it is listed. */
  listed: boolean;
  /** Why there may be no value, in a sentence. */
  none?: string;
  /** Names of what it can be grouped by; without them by every dimension of its dataset. */
  dimensions?: string[];
}

export interface Dimension {
  name: string;
  label: string;
  description: string;
  kind: 'category' | 'time' | 'order';
  /** The resource whose records are its values. */
  resource?: string;
}

/** A drawing that stands on the index. */
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
  /** In the order in which they are shown. */
  charts: DeclaredChart[];
}

export interface Analytics extends Declared {
  explore: Operation;
  export: Operation | undefined;
  /** The records behind a value, and the same as a file. */
  records: Operation | undefined;
  recordsExport: Operation | undefined;
  overview: Operation | undefined;
  /** The values of one of the charts, by its name. */
  chart: Operation | undefined;
  grains: string[];
  /** Kinds of charts that an address can name. */
  chartKinds: string[];
  mostMeasures: number;
  usualRows: number;
  mostRows: number;
}

interface Explores extends DocumentOperation {
  'x-explorer'?: Declared;
  parameters?: { name: string; schema?: Schema }[];
}

/** Undefined when the server answers no such questions. */
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
      explore: { method: 'get', path, permission: operationOf['x-permission'] },
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

/** Whether a value can be grouped by a dimension, as far as the value itself decides. */
export const isKnownBy = ({ dimensions }: Pick<Measure, 'dimensions'>, dimension: string): boolean =>
  dimensions === undefined || dimensions.includes(dimension);

/** Finds an entry by its name. */
export const byName = <One extends { name: string }>(all: One[], name: string | undefined): One | undefined =>
  all.find((one) => one.name === name);
