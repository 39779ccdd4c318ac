// Estimates that exist before a test begins.
import type { APIRequestContext } from '@playwright/test';
import { expect, type Credentials } from './fixtures';

export interface Unit {
  id: string;
  unitNumber: string;
}

export interface Project {
  id: string;
  name: string;
  units: Unit[];
}

export async function headersOf(
  request: APIRequestContext,
  { email, password }: Credentials,
): Promise<{ authorization: string }> {
  const login = await request.post('/api/auth/login', { data: { email, password } });
  return { authorization: `Bearer ${((await login.json()) as { accessToken: string }).accessToken}` };
}

/** A project of which this estimator has assessed all units but the last `open` ones. */
export const begunProject = (request: APIRequestContext, who: Credentials, open: number): Promise<Project> =>
  estimated(request, who, (units) => units.slice(0, -open), open + 1);

/** A project of which this estimator has just assessed the first unit. */
export const touchedProject = (request: APIRequestContext, who: Credentials): Promise<Project> =>
  estimated(request, who, (units) => units.slice(0, 1), 0);

async function estimated(
  request: APIRequestContext,
  who: Credentials,
  chosen: (units: { _id: string }[]) => { _id: string }[],
  least: number,
): Promise<Project> {
  const headers = await headersOf(request, who);
  const { items } = (await (await request.get('/api/projects?limit=100', { headers })).json()) as {
    items: { _id: string; name: string; unitsCount: number }[];
  };
  const { _id: id, name } = items.find(({ unitsCount }) => unitsCount > least && unitsCount <= 500) ?? {
    _id: '',
    name: '',
  };
  expect(id, 'a project with some units').not.toBe('');
  const { units } = (await (await request.get(`/api/projects/${id}/with-units`, { headers })).json()) as {
    units: { _id: string; unitNumber: string }[];
  };
  const assessments = chosen(units).map((unit) => ({
    unitId: unit['_id'],
    projectId: id,
    estimatedYearlyRentInAED: 80_000,
    estimatedCapitalAppreciationPercentage: 0,
    confidenceScore: 0,
  }));
  const answer = await request.post('/api/assessments/submissions', { headers, data: { projectId: id, assessments } });
  expect(answer.ok(), await answer.text()).toBe(true);
  return { id, name, units: units.map(({ _id: unitId, unitNumber }) => ({ id: unitId, unitNumber })) };
}

/** The last units of a project that has enough of them. */
export const lastOf = ({ units }: Project, count: number): Unit[] => units.slice(-count);
