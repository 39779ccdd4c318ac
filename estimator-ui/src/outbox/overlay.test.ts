// Waiting rows applied to the server's estimates.
import { expect, it } from 'vitest';
import * as fc from 'fast-check';
import type { Assessment } from '../shapes';
import { overlaid } from './overlay';
import type { Row } from './rows';

const UNITS = ['a', 'b', 'c', 'd'];

const row = fc
  .record({
    unitId: fc.constantFrom(...UNITS),
    projectId: fc.constantFrom('p', 'q'),
    rent: fc.integer({ min: 10_000, max: 5_000_000 }),
    refused: fc.boolean(),
  })
  .map(({ unitId, projectId, rent, refused }): Row => ({
    place: 0,
    id: `${projectId}${unitId}${rent}`,
    person: 'me',
    input: {
      unitId,
      projectId,
      estimatedYearlyRentInAED: rent,
      estimatedCapitalAppreciationPercentage: 0,
      confidenceScore: 0,
    },
    unitNumber: unitId,
    projectName: projectId,
    savedAt: 0,
    failures: 0,
    ...(refused ? { refused: 'No' } : {}),
  }));
const rows = fc.array(row, { maxLength: 12 }).map((all) => all.map((one, place) => ({ ...one, place })));

const saved = (unitId: string): Assessment => ({
  _id: unitId,
  unit: { _id: unitId, unitNumber: unitId },
  projectId: 'p',
  unitId,
  estimatedYearlyRentInAED: 1,
  estimatedCapitalAppreciationPercentage: 0,
  confidenceScore: 0,
  createdAt: '2026-11-20T08:00:00Z',
  updatedAt: '2026-11-20T08:00:00Z',
});

it('each unit has the last estimate that waits for it, else the one that the server has, and none twice', () => {
  fc.assert(
    fc.property(fc.subarray(UNITS), rows, (there, waiting) => {
      const all = overlaid(there.map(saved), waiting, 'p');
      expect(new Set(all.map(({ unitId }) => unitId)).size).toBe(all.length);
      for (const unit of UNITS) {
        const last = waiting.findLast(
          ({ input, refused }) => input.unitId === unit && input.projectId === 'p' && refused === undefined,
        );
        const expected = last?.input.estimatedYearlyRentInAED ?? (there.includes(unit) ? 1 : undefined);
        expect(all.find(({ unitId }) => unitId === unit)?.estimatedYearlyRentInAED).toBe(expected);
      }
    }),
  );
});
