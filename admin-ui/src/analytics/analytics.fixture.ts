// A fake analytics API for tests: what its document declares, and its responses.
import type { ApiDocument } from '@mizan/openapi/document';
import type { Answer } from '../charts/answer.ts';
import { readAnalytics, type Analytics, type Declared } from '../document/analytics.ts';
import type { Overview } from './answers.ts';

const measure = (name: string, label: string, unit: string, listed = false) => ({
  name,
  label,
  description: `${label}, explained.`,
  unit,
  listed,
});
const dimension = (name: string, label: string, kind: 'category' | 'time' | 'order') => ({
  name,
  label,
  description: `${label}, explained.`,
  kind,
});

const declared: Declared = {
  datasets: [
    {
      name: 'units',
      label: 'Units',
      resource: 'units',
      measures: ['units', 'rent', 'grossYield', 'spread', 'coverage'],
      dimensions: ['project', 'bedrooms', 'status', 'week', 'estimator'],
    },
    {
      name: 'projects',
      label: 'Projects',
      resource: 'projects',
      measures: ['rent', 'coverage'],
      dimensions: ['project', 'week'],
    },
  ],
  measures: [
    measure('rent', 'Rent', 'AED', true),
    { ...measure('grossYield', 'Gross yield', '%', true), none: 'None of these units has a price.' },
    { ...measure('units', 'Units', ''), dimensions: ['project', 'bedrooms', 'status', 'week'] },
    { ...measure('spread', 'Spread', '%'), dimensions: ['project', 'bedrooms', 'week'] },
    measure('coverage', 'Coverage', '%'),
  ],
  dimensions: [
    { ...dimension('project', 'Project', 'category'), resource: 'projects' },
    dimension('bedrooms', 'Bedrooms', 'order'),
    dimension('status', 'Status', 'category'),
    dimension('week', 'Week', 'time'),
    dimension('estimator', 'Estimator', 'category'),
  ],
  charts: [],
};

/** The same document with analytics operations. */
export function withMeasures(document: ApiDocument): ApiDocument {
  const parameters = [
    { name: 'measures', schema: { type: 'array', maxItems: 4 } },
    { name: 'grain', schema: { enum: ['day', 'week', 'month'] } },
    { name: 'chart', schema: { enum: ['table', 'bar', 'line'] } },
    { name: 'limit', schema: { default: 100, maximum: 1000 } },
  ];
  const read = { 'x-permission': 'analytics:read' };
  const paths = {
    '/api/analytics/explore': {
      get: { operationId: 'analytics_explore', ...read, 'x-explorer': declared, parameters },
    },
    '/api/analytics/explore/export': { get: { operationId: 'analytics_export', 'x-permission': 'analytics:export' } },
    '/api/analytics/explore/records': { get: { operationId: 'analytics_records', ...read } },
    '/api/analytics/overview': { get: { operationId: 'analytics_overview', ...read } },
  };
  return { ...document, paths: { ...document.paths, ...paths } };
}

const none: ApiDocument = {
  openapi: '3.1.0',
  info: { title: 'Figures', version: '1' },
  paths: {},
  components: { schemas: {} },
};

export const analytics = readAnalytics(withMeasures(none)) as Analytics;

export const PROJECT = '0123456789abcdef01234567';

export const answer: Answer = {
  rows: [
    {
      row: { key: PROJECT, label: 'Creekside Rise' },
      values: { rent: { value: 120_000, n: 34 }, grossYield: { value: 0.0642, n: 31 } },
    },
    {
      row: { key: null, label: 'Not stated' },
      values: { rent: { value: 80_000, n: 2 }, grossYield: { value: null, n: 0 } },
    },
  ],
  total: 5,
  asOf: '2026-11-20T08:30:00Z',
};

export const overview: Overview = {
  week: '2026-11-16',
  asOf: '2026-11-20T08:30:00Z',
  figures: [
    {
      name: 'coveredUnits',
      label: 'Units covered',
      unit: '',
      value: 34,
      n: 120,
      of: 120,
      previous: 22,
      change: 12,
      explore: 'dataset=units&measures=coverage&rows=project',
    },
    { name: 'medianSpread', label: 'Median spread', unit: '%', value: 0.081, n: 90, previous: 0.085, change: -0.004 },
    {
      name: 'grossYield',
      label: 'Median gross yield',
      unit: '%',
      value: 0.0642,
      n: 90,
      previous: 0.0642,
      change: 0.00001,
    },
    { name: 'openFlags', label: 'Open flags', unit: '', value: 7, n: 7, previous: null, change: null },
    { name: 'netYield', label: 'Median net yield', unit: '%', value: null, n: 0, previous: null, change: null },
  ],
};
