// What tests of the explorer share: addresses, and what the visible table says.
import type { Locator, Page } from '@playwright/test';

export const INDEX = '/analytics';
export const EXPLORER = '/analytics/explorer';
export const BY_BEDROOMS = `${EXPLORER}?dataset=units&measures=rent&measures=units&rows=bedrooms`;

export const table = (page: Page, name: string): Locator => page.getByRole('table', { name, exact: true });
export const heading = (page: Page, name: string): Locator => page.getByRole('columnheader', { name });
export const sorting = (page: Page, name: string): Locator => heading(page, name).getByRole('button');

/** The rows of the visible table: row names and cells. */
export async function rowsIn(page: Page): Promise<string[][]> {
  const rows = page.getByRole('table').locator('tbody').getByRole('row');
  return rows.evaluateAll((all) => all.map((row) => [...row.children].map((cell) => cell.textContent ?? '')));
}

/** The value of a cell that reads `12,345n 67`. */
export const valueOf = (cell = ''): number => Number((cell.split('n ')[0] ?? '').replaceAll(',', ''));
