// What can be asked of figures: datasets, measures and dimensions, as the modules declare them in the document. Read
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
  /** It can be compared with the same figure as it is listed. */
  listed: boolean;
}

export interface Dimension {
  name: string;
  label: string;
  description: string;
  kind: 'category' | 'time' | 'order';
}

export interface Declared {
  datasets: Dataset[];
  measures: Measure[];
  dimensions: Dimension[];
}

export interface Analytics extends Declared {
  explore: Operation;
  export: Operation | undefined;
  overview: Operation | undefined;
  grains: string[];
  charts: string[];
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
    const told: Explores | undefined = get;
    const declared = told?.['x-explorer'];
    if (!told || !declared?.datasets?.length) continue;
    const schema = (name: string): Schema => told.parameters?.find((one) => one.name === name)?.schema ?? {};
    const exported = document.paths[`${path}/export`]?.get;
    return {
      ...declared,
      explore: { method: 'get', path, permission: told['x-permission'] },
      export: exported && operation(document, exported.operationId),
      overview: operation(document, 'analytics_overview'),
      grains: (schema('grain').enum ?? []).map(String),
      charts: (schema('chart').enum ?? []).map(String),
      mostMeasures: schema('measures').maxItems ?? 1,
      usualRows: Number(schema('limit').default ?? 100),
      mostRows: schema('limit').maximum ?? 1000,
    };
  }
  return undefined;
}

/** The one of them that is called so. */
export const called = <One extends { name: string }>(all: One[], name: string | undefined): One | undefined =>
  all.find((one) => one.name === name);
