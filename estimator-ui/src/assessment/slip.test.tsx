// Figures that look like a slip, and refusals, which go with their reason.
import { expect, it, onTestFinished, vi } from 'vitest';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { open, sent, serveAssessments, server, tap, unitShown } from './assessment-page.fixture';

serveAssessments();

/** The question of a slip, if one is asked. */
const slip = (): string | undefined => screen.queryByText(/Save anyway\?$/)?.textContent ?? undefined;

/** Stops the clock, so that a second press comes at once. */
function stopClock(): void {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
}

/** Until the question has been read, in milliseconds. */
const pass = (): unknown => vi.setSystemTime(Date.now() + 450);

it('a rent that looks like a slip is asked about once, entering on withdraws it, and saving again answers it', async () => {
  stopClock();
  await open('a'.repeat(24));
  await unitShown('A-1');
  await tap('9', '5', '000', '0');
  await tap('Save & Continue');
  expect(slip()).toBe('At least 10 times the usual rent. Save anyway?');
  expect(screen.queryByText('No estimate yet in this project')).toBeTruthy();
  // The second tap of a double tap answers nothing.
  await tap('Save anyway');
  expect(sent).toEqual([]);
  await tap('Delete');
  expect(slip()).toBeUndefined();
  await tap('Save & Continue');
  await unitShown('B-1');
  await tap('9', '6', '000', '0', 'Save & Continue');
  expect(slip()).toBe('10 times your other 1BR units. Save anyway?');
  await tap('Delete', '0');
  expect(slip(), 'the same figure again').toBeUndefined();
  await tap('Save & Continue');
  await unitShown('C-1');
  await tap('4', '5', '000', 'Save & Submit');
  expect(slip()).toBe('1/21 of your unit B-1. Save anyway?');
  pass();
  await tap('Save anyway');
  await screen.findByRole('heading', { name: 'Congratulations!' });
  await vi.waitFor(() => expect(sent.map((one) => one['estimatedYearlyRentInAED'])).toEqual([95_000, 960_000, 45_000]));
  // What was asked about and saved is changed: the last estimate is what counts now.
  await tap('Change the last one');
  await unitShown('C-1');
  expect(slip()).toBeUndefined();
  await tap('0', 'Save & Submit');
  expect(slip()).toBe('10 times your last estimate. Save anyway?');
});

it('by keyboard, Enter asks and Enter saves', async () => {
  stopClock();
  await open('a'.repeat(24));
  await unitShown('A-1');
  await userEvent.keyboard('950000{Enter}');
  await screen.findByText(/Save anyway\?$/);
  await userEvent.keyboard('{Enter}');
  expect(sent).toEqual([]);
  pass();
  await userEvent.keyboard('{Enter}');
  await unitShown('B-1');
  await vi.waitFor(() => expect(sent).toHaveLength(1));
});

const toastShown = (): string =>
  Array.from(document.querySelectorAll('[data-visible]'), ({ textContent }) => textContent).join();

it('a refusal goes from the screen with its reason', async () => {
  await open('a'.repeat(24));
  await unitShown('A-1');
  await tap('9', '5', 'Save & Continue');
  expect(toastShown()).toContain('Yearly rent seems too low (min 10K AED)');
  await tap('0');
  expect(toastShown(), 'another figure').toBe('');
  await tap('Next unit');
  expect(toastShown()).toContain('Please save your current assessment before navigating to another unit.');
  await tap('Delete');
  expect(toastShown(), 'still unsaved').toContain('Please save');
  await tap('Delete', 'Delete');
  expect(toastShown(), 'nothing is unsaved').toBe('');
});

const refuseNext = (): void =>
  server.use(
    http.post('/api/assessments', () => HttpResponse.json({ detail: 'This unit is on hold' }, { status: 409 }), {
      once: true,
    }),
  );

it('what the server refuses is said until it is given up', async () => {
  refuseNext();
  await open('a'.repeat(24));
  await unitShown('A-1');
  await tap('9', '5', '000', 'Save & Continue');
  await vi.waitFor(() => expect(toastShown()).toContain('This unit is on hold'));
  await tap('1 estimate was not saved');
  await userEvent.click(await screen.findByRole('button', { name: 'Discard' }));
  await vi.waitFor(() => expect(toastShown()).not.toContain('This unit is on hold'));
  await tap('Close', 'Previous unit');
  await unitShown('A-1');
  expect(screen.queryByText('This unit is on hold', { selector: 'p' })).toBeNull();
});

it('what the server refuses is said until it is replaced', async () => {
  refuseNext();
  await open('a'.repeat(24));
  await unitShown('A-1');
  await tap('9', '5', '000', 'Save & Continue');
  await unitShown('B-1');
  await vi.waitFor(() => expect(toastShown()).toContain('This unit is on hold'));
  await tap('Previous unit');
  await unitShown('A-1');
  expect(screen.getByText('This unit is on hold', { selector: 'p' })).toBeTruthy();
  await tap('+1%');
  expect(screen.queryByText('This unit is on hold', { selector: 'p' }), 'another amount').toBeNull();
  await tap('Save & Continue');
  await unitShown('B-1');
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  expect(toastShown()).not.toContain('This unit is on hold');
});
