// Projects that a test's estimator has assessed except for some units, chosen by their bedrooms.
import type { APIRequestContext } from '@playwright/test';
import { headersOf, type Unit } from './estimating';
import { expect, type Credentials } from './fixtures';

interface Listed extends Unit {
  bedrooms: number;
}

interface Chosen {
  id: string;
  name: string;
  /** The units without an estimate, in the project's order. */
  open: Listed[];
}

/** Assesses all units, except for some, of the first project in which `choose` finds units to leave open. */
export async function allBut(
  request: APIRequestContext,
  who: Credentials,
  choose: (units: Listed[]) => Listed[] | undefined,
): Promise<Chosen> {
  const headers = await headersOf(request, who);
  const { items } = (await (await request.get('/api/projects?limit=100', { headers })).json()) as {
    items: { _id: string; name: string; unitsCount: number }[];
  };
  for (const { _id: id, name } of items.filter(({ unitsCount }) => unitsCount > 3 && unitsCount <= 500)) {
    const answer = (await (await request.get(`/api/projects/${id}/with-units`, { headers })).json()) as {
      units: { _id: string; unitNumber: string; bedrooms: number }[];
    };
    const units = answer.units.map(({ _id, unitNumber, bedrooms }) => ({ id: _id, unitNumber, bedrooms }));
    const open = choose(units);
    if (!open) continue;
    const assessments = units
      .filter((unit) => !open.includes(unit))
      .map((unit) => ({
        unitId: unit.id,
        projectId: id,
        estimatedYearlyRentInAED: 80_000,
        estimatedCapitalAppreciationPercentage: 0,
        confidenceScore: 0,
      }));
    const sent = await request.post('/api/assessments/submissions', { headers, data: { projectId: id, assessments } });
    expect(sent.ok(), await sent.text()).toBe(true);
    return { id, name, open };
  }
  throw new Error('No project has such units');
}

/** The number of units with as many bedrooms as this one. */
export const alike = (units: Listed[], { bedrooms }: Listed): number =>
  units.filter((unit) => unit.bedrooms === bedrooms).length;

export const completedText = ({ bedrooms }: Listed): string =>
  `You've finished assessing all ${bedrooms === 0 ? 'Studio' : `${bedrooms}BR`} units in this project!`;
