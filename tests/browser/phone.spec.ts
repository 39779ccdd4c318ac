// The fullest screens in the narrowest supported window: everything is visible and reachable.
import { axe, expect, signIn, test } from './fixtures';
import { unique } from './records';
import { button, results } from './screen';

const INSPECTIONS = '/backoffice/inspections';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

test('filters, chosen rows, import and history fit a phone', async ({ page, records }, info) => {
  const name = unique('Atrium with a long name');
  const { id } = await records.create('inspections', { subject: `${name} one`, score: 30 });
  await records.create('inspections', { subject: `${name} two`, score: 40, inspectedOn: '2026-03-01' });
  await records.change('inspections', id, { score: 65, inspectedOn: '2026-04-02', passed: true });
  const fits = async (what: string): Promise<void> => {
    expect(await page.evaluate(() => document.documentElement.scrollWidth), what).toBeLessThanOrEqual(390);
    await axe(page);
    // Screenshots for inspection, in the folder of the results.
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.screenshot({ animations: 'disabled', path: info.outputPath(`${what}, ${colorScheme}.png`) });
    }
  };
  const filters = {
    operator: 'AND',
    conditions: [
      { field: 'subject', operator: 'contains', value: name },
      {
        operator: 'OR',
        conditions: [
          { field: 'score', operator: 'between', value: 20, secondValue: 90 },
          { field: 'passed', operator: 'equals', value: true },
        ],
      },
    ],
  };
  await signIn(page, 'admin', `${INSPECTIONS}?filters=${encodeURIComponent(JSON.stringify(filters))}`);
  await expect(results(page)).toHaveText('Showing 1 to 2 of 2 results');
  await page.getByRole('checkbox', { name: `Select ${name} one` }).check();
  await expect(page.getByRole('toolbar', { name: 'Selected rows' })).toContainText('1 of 2 row(s) selected.');
  await fits('list');
  await button(page, 'Clear').click();
  await page.getByRole('button', { name: /^Filters/ }).click();
  await expect(page.getByRole('dialog', { name: 'Filter inspections' }).getByLabel('Field')).toHaveCount(3);
  await fits('builder');
  await button(page, 'Cancel').click();

  await page.goto(`${INSPECTIONS}/import`);
  const chooser = page.waitForEvent('filechooser');
  await button(page, 'Choose a file').click();
  await (
    await chooser
  ).setFiles({
    name: 'visits.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`subject,score\n${name},101\n${name},x\n`),
  });
  await expect(page.getByRole('region', { name: 'Errors by line' }).getByRole('row')).toHaveCount(3);
  await fits('import');

  await page.goto(`${INSPECTIONS}/${id}/history`);
  await expect(page.getByRole('list', { name: 'Versions, the newest first' })).toContainText(
    'changed Inspected on, Score, and Passed',
  );
  await fits('history');
  await button(page, 'Restore this version').click();
  const dialogBox = await page.getByRole('dialog', { name: 'Restore version 1?' }).boundingBox();
  expect((dialogBox?.x ?? 0) + (dialogBox?.width ?? 390), 'where the question ends').toBeLessThanOrEqual(390);
});
