// The app's names for types of the API document.
import type { components, paths } from '@mizan/openapi/schema';
import { api } from '@mizan/ui-kit/http';

type Schemas = components['schemas'];

export type ProjectQuery = NonNullable<paths['/api/projects']['get']['parameters']['query']>;
export type Filter = NonNullable<ProjectQuery['filter']>;
export const FILTERS = [
  'all',
  'this-week',
  'not-started',
  'in-progress',
  'completed',
] as const satisfies readonly Filter[];

export type Period = Schemas['Leaderboard']['period'];
export const PERIODS = ['week', 'month', 'all'] as const satisfies readonly Period[];

export type Project = Schemas['ProjectForEstimators'];
export type ProjectPage = Schemas['ProjectForEstimatorsPage'];
export type ProjectWithUnits = Schemas['ProjectWithUnitsForEstimators'];
export type Unit = Schemas['UnitForEstimators'];
export type Assessment = Schemas['Assessment'];
export type SavedAssessment = Schemas['SavedAssessment'];
/** The position of an estimate among the others', in coarse steps. */
export type EchoLevel = NonNullable<SavedAssessment['standing']>;
export type AssessmentInput = Schemas['AssessmentInput'];
export type EntryRecord = Schemas['Entry'];
export type WeeklySelection = Schemas['WeeklySelection'];
export type Leaderboard = Schemas['Leaderboard'];
export type LeaderboardEntry = Leaderboard['items'][number];

export const client = api;
