// The screen of one unit: its note in each state, and what is announced.
import { afterEach, expect, it } from 'vitest';
import { cleanup, render, screen } from '@testing-library/react';
import type { ComponentProps } from 'react';
import { UnitScreen } from './unit-screen';

afterEach(cleanup);

const nothing = (): void => undefined;
const unit = {
  _id: 'a'.repeat(24),
  unitNumber: 'A-2',
  bedrooms: 0,
  totalAreaInSqFt: 812,
  floor: 12,
  view: null,
  purchasePriceInAED: 950_000,
  percentageBaseInAED: 70_000,
};
const saved = {
  _id: 'f',
  unit: { _id: unit._id, unitNumber: 'A-2' },
  unitId: unit._id,
  projectId: 'p',
  estimatedYearlyRentInAED: 90_000,
  estimatedCapitalAppreciationPercentage: 0,
  confidenceScore: 0,
  createdAt: '2026-11-20T08:00:00Z',
  updatedAt: '2026-11-20T08:00:00Z',
};

type Props = ComponentProps<typeof UnitScreen>;

const drawn = (props: Partial<Props>) => (
  <UnitScreen
    unit={unit as Props['unit']}
    position={{ index: 1, of: 3 }}
    percent={33}
    saved={undefined}
    previous={undefined}
    rent={0}
    unsaved={false}
    dirty={false}
    problem={undefined}
    saving={false}
    move={nothing}
    press={nothing}
    step={nothing}
    type={nothing}
    commit={nothing}
    save={nothing}
    {...props}
  />
);

it("'a note about the last estimation': the unit's own, else that of the unit before, else that there is none", () => {
  const { rerender } = render(drawn({ saved, previous: { rent: 80_000, number: 'A-1' } }));
  expect(screen.getByText('Last estimation: AED 90,000 on 20 Nov 2026')).toBeTruthy();
  rerender(drawn({ previous: { rent: 80_000, number: 'A-1' } }));
  expect(screen.getByText(/^Last estimation/).textContent).toBe('Last estimation: AED 80,000 for unit A-1');
  rerender(drawn({}));
  expect(screen.getByText('No estimate yet in this project')).toBeTruthy();
});

it('the comparison of the previous estimate is a polite status next to the note, and a rejection replaces both', () => {
  const previous = { rent: 80_000, number: 'A-1' };
  const echo = { number: 'A-1', rent: 80_000, level: 'muchLower' } as const;
  const { rerender } = render(drawn({ previous }));
  const line = screen.getAllByRole('status').findLast(({ textContent }) => textContent === '');
  rerender(drawn({ previous, echo }));
  expect(line?.textContent, 'in a region that was there before').toBe('A-1, AED 80,000: far lower, check for a slip');
  expect(screen.getByText(/^Last estimation/).textContent).toBe('Last estimation: AED 80,000 for unit A-1');
  rerender(drawn({ previous, echo, problem: 'Yearly rent must be greater than 0' }));
  expect(screen.getByText('Yearly rent must be greater than 0')).toBeTruthy();
  expect(screen.queryByText(/^Last estimation/)).toBeNull();
  expect(line?.textContent).toBe('');
});

it("'an orange dot titled 'Unsaved changes'' is no news to who hears which unit it is", () => {
  const { rerender } = render(drawn({}));
  const status = screen.getByRole('heading', { level: 1 }).querySelector('[aria-live="polite"]');
  expect(status?.textContent).toBe('Unit A-2');
  rerender(drawn({ unsaved: true }));
  expect(screen.getByTitle('Unsaved changes')).toBeTruthy();
  expect(status?.textContent).toBe('Unit A-2');
});

it("'Save button 'Save & Continue', or 'Save & Submit' on the last question.'", () => {
  const { rerender } = render(drawn({}));
  expect(screen.getByRole('button', { name: 'Save & Continue' })).toBeTruthy();
  rerender(drawn({ position: { index: 2, of: 3 } }));
  expect(screen.getByRole('button', { name: 'Save & Submit' })).toBeTruthy();
});

it("'Facts grid: square footage, floor, view, initial price', the floor as it is", () => {
  const facts = () => screen.getAllByRole('definition').map(({ textContent }) => textContent);
  const { rerender } = render(drawn({}));
  expect(facts()).toEqual(['812 sq ft', '12', '—', '950K AED']);
  rerender(drawn({ unit: { ...unit, floor: 0, view: 'Sea view' } as Props['unit'] }));
  expect(facts()).toEqual(['812 sq ft', '0', 'Sea view', '950K AED']);
});

it("'bedroom label (Studio for 0, otherwise 1 Bedroom, N Bedrooms)'", () => {
  const labels = [0, 1, 4].map((bedrooms) => {
    cleanup();
    render(drawn({ unit: { ...unit, bedrooms } as Props['unit'] }));
    return screen.getByText(/ · 2 of 3$/).textContent;
  });
  expect(labels).toEqual(['Studio · 2 of 3', '1 Bedroom · 2 of 3', '4 Bedrooms · 2 of 3']);
});

it("'a progress bar labelled 'Assessment Progress' showing the percent of units assessed'", () => {
  render(drawn({}));
  expect(screen.getByRole('progressbar', { name: 'Assessment Progress' }).getAttribute('aria-valuenow')).toBe('33');
  expect(screen.getByText('33%')).toBeTruthy();
});

it("'percentage adjustments -1, -2, -5, +1, +2, +5, digits 0 to 9 and delete', and three zeros", () => {
  render(drawn({}));
  const names = (group: string) =>
    [...screen.getByRole('group', { name: group }).querySelectorAll('button')].map(
      (button) => button.getAttribute('aria-label') ?? button.textContent,
    );
  expect(names('Change by percent')).toEqual(['-1%', '-2%', '-5%', '+1%', '+2%', '+5%']);
  expect(names('Keypad')).toEqual([...'123456789', '000', '0', 'Delete']);
});
