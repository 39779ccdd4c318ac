// Verbs of a module that no front end knows, drawn from the document as actions: one with a form and its own texts, one
// with defaults only.
import { axe, expect, signIn, test } from './fixtures';
import { unique } from './records';
import { button, choose, fact, notice, pick, rowOf } from './screen';

const INSPECTIONS = '/backoffice/inspections';

test('who may only read it is offered none of them', async ({ page, records }) => {
  const subject = unique('Lobby');
  const { id } = await records.create('inspections', { subject, score: 40 });
  await signIn(page, 'analyst', `${INSPECTIONS}?search=${subject}`);
  await expect(page.getByRole('checkbox')).toHaveCount(0);
  await button(page, `Actions for ${subject}`).click();
  await expect(page.getByRole('menuitem')).toHaveText(['View']);
  await page.goto(`${INSPECTIONS}/${id}/show`);
  await expect(page.getByRole('heading', { level: 1, name: subject })).toBeVisible();
  await expect(page.getByRole('button', { name: /Repeat|Approve/ })).toHaveCount(0);
});

test('one with a form requests its fields, reports errors at them, and runs one time', async ({ page, records }) => {
  const company = await records.create('companies', { name: unique('Surveyor') });
  const subject = unique('Roof');
  const { id } = await records.create('inspections', { subject, score: 70 });
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/repeat')) sent.push(request.headers()['idempotency-key'] ?? '');
  });
  await signIn(page, 'admin', `${INSPECTIONS}/${id}/show`);
  await button(page, 'Repeat').click();
  const dialog = page.getByRole('dialog', { name: 'Repeat this inspection?' });
  await expect(dialog).toContainText(`${subject}, 70 points, will be visited again.`);
  const day = dialog.getByLabel('Inspected on');
  await expect(day).toBeFocused();
  await axe(page);

  await button(dialog, 'Repeat').click();
  await expect(day).toBeFocused();
  await expect(day).toHaveAttribute('aria-invalid', 'true');
  expect(sent).toEqual([]);
  await day.fill('2026-12-01');
  await expect(day).not.toHaveAttribute('aria-invalid', 'true');
  await pick(page, 'Company', String(company['name']));
  await button(dialog, 'Repeat').dblclick();
  await expect(notice(page)).toContainText('Inspection repeated');
  await expect(dialog).toBeHidden();
  await expect(fact(page, 'Inspected on')).toHaveText('1 Dec 2026');
  await expect(fact(page, 'Company')).toHaveText(String(company['name']));
  expect(sent).toHaveLength(1);
  expect(sent[0]).not.toBe('');

  // It starts afresh, and Escape changes nothing.
  await button(page, 'Repeat').click();
  await expect(day).toHaveValue('');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(button(page, 'Repeat')).toBeFocused();
  expect(sent).toHaveLength(1);
});

test.describe('on a record that another user changed', () => {
  test.use({ refusals: [412] });

  test("it shows the server's rejection, then runs on the current record", async ({ page, records }) => {
    const subject = unique('Garage');
    const { id } = await records.create('inspections', { subject, score: 20 });
    await signIn(page, 'admin', `${INSPECTIONS}/${id}/show`);
    await button(page, 'Repeat').click();
    await records.change('inspections', id, { score: 25 });
    const dialog = page.getByRole('dialog', { name: 'Repeat this inspection?' });
    await dialog.getByLabel('Inspected on').fill('2026-12-02');
    await button(dialog, 'Repeat').click();
    await expect(dialog.getByRole('alert')).toContainText('changed');
    await expect(dialog).toContainText('25 points');
    await button(dialog, 'Repeat').click();
    await expect(notice(page)).toContainText('Inspection repeated');
    await expect(fact(page, 'Score')).toHaveText('25 points');
    await expect(fact(page, 'Inspected on')).toHaveText('2 Dec 2026');
  });
});

test('one without an extension has its summary as label and runs immediately from its row menu', async ({
  page,
  records,
}) => {
  const subject = unique('Stairwell');
  await records.create('inspections', { subject, score: 90 });
  await signIn(page, 'admin', `${INSPECTIONS}?search=${subject}`);
  await choose(page, subject, 'Approve');
  await expect(notice(page)).toContainText('Approve: done');
  await expect(rowOf(page, subject)).toContainText('Yes');
  // A passed inspection cannot be repeated.
  await button(page, `Actions for ${subject}`).click();
  await expect(page.getByRole('menuitem', { name: 'Approve' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Repeat' })).toHaveCount(0);
});

test.describe('with several records', () => {
  test.use({ refusals: [404] });

  test('it reports how many it applies to and which were rejected, and those stay selected', async ({
    page,
    records,
  }) => {
    const building = unique('Tower');
    const [first, second, third] = ['A', 'B', 'C'].map((part) => `${building} ${part}`);
    await records.create('inspections', { subject: first, score: 10 });
    const deleted = await records.create('inspections', { subject: second, score: 20 });
    await records.create('inspections', { subject: third, score: 30, passed: true });
    await signIn(page, 'admin', `${INSPECTIONS}?search=${building}`);
    await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check();
    const bar = page.getByRole('toolbar', { name: 'Selected rows' });
    await button(bar, 'Repeat (2)').click();
    const dialog = page.getByRole('dialog', { name: 'Repeat: 2 inspections' });
    await expect(dialog).toContainText('Applies to 2 of the 3 selected.');
    await axe(page);
    await dialog.getByLabel('Inspected on').fill('2026-12-03');
    await records.remove('inspections', deleted.id);
    await button(dialog, 'Repeat').click();

    const outcome = page.getByRole('dialog', { name: 'Repeat', exact: true });
    await expect(outcome).toContainText('1 done, 1 refused');
    await expect(outcome.getByRole('list', { name: 'Refused' }).getByRole('listitem')).toHaveText([
      new RegExp(`^${second} .+`),
    ]);
    await axe(page);
    await button(outcome, 'Close').click();
    await expect(bar).toContainText(/^1 of/);
    await expect(rowOf(page, first ?? '')).toContainText('3 Dec 2026');
  });

  test('one without an extension asks for confirmation, then runs on all of them', async ({ page, records }) => {
    const building = unique('Villa');
    for (const part of ['A', 'B', 'C', 'D']) {
      await records.create('inspections', { subject: `${building} ${part}`, score: 10 });
    }
    await signIn(page, 'admin', `${INSPECTIONS}?search=${building}`);
    await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check();
    await button(page, 'Approve').click();
    const dialog = page.getByRole('dialog', { name: 'Approve: 4 inspections' });
    await expect(dialog).toContainText('and 1 more');
    await expect(button(dialog, 'Cancel')).toBeFocused();
    await button(dialog, 'Approve').click();
    await expect(notice(page)).toContainText('Approve: 4 done');
    await expect(page.getByRole('toolbar', { name: 'Selected rows' })).toBeHidden();
    await expect(page.getByRole('cell', { name: 'Yes', exact: true })).toHaveCount(4);
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('all but the first are in one menu, and their dialog fits', async ({ page, records }) => {
    const { id } = await records.create('inspections', { subject: unique('Annex with a long name'), score: 5 });
    await signIn(page, 'admin', `${INSPECTIONS}/${id}/show`);
    await button(page, 'More actions').click();
    await expect(page.getByRole('menuitem')).toHaveText(['Approve', 'Delete']);
    await page.keyboard.press('Escape');
    // The primary action stays a button.
    await button(page, 'Repeat').click();
    await expect(page.getByRole('dialog', { name: 'Repeat this inspection?' })).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await axe(page);
  });
});
