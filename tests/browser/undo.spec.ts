// Undo and the trash: what a request changed is undone from its toast, from the history, and done again; deleted records are
// found and restored.
import { axe, expect, signIn, test } from './fixtures';
import { INSPECTIONS } from './inspections';
import { unique } from './records';
import { button, choose, fact, notice, rowOf } from './screen';

test('a save is undone from its toast and done again, and the form follows', async ({ page, records }) => {
  const { id } = await records.create('inspections', { subject: unique('Pool'), score: 40 });
  await signIn(page, 'admin', `${INSPECTIONS}/${id}`);
  const score = page.getByRole('textbox', { name: 'Score' });
  await score.fill('70');
  await button(page, 'Save Changes').click();
  await button(notice(page), 'Undo').click();
  await expect(notice(page)).toContainText('1 change undone');
  await expect(score).toHaveValue('40');
  await button(notice(page), 'Redo').click();
  await expect(notice(page)).toContainText('Done again');
  await expect(score).toHaveValue('70');
  // The toast that was pressed before is still fading.
  await expect(button(notice(page), 'Undo')).toHaveCount(1);
});

test.describe('after another change', () => {
  test.use({ refusals: [409] });

  test('what was changed since is named, and nothing is undone', async ({ page, records }) => {
    const subject = unique('Hall');
    const { id } = await records.create('inspections', { subject, score: 40 });
    await records.change('inspections', id, { score: 50 });
    await records.change('inspections', id, { score: 60 });
    await signIn(page, 'admin', `${INSPECTIONS}/${id}/history`);
    await page
      .getByRole('listitem')
      .filter({ hasText: 'Version 2' })
      .getByRole('button', { name: 'Undo this change' })
      .click();
    const question = page.getByRole('dialog', { name: 'Undo this change?' });
    await expect(question).toContainText('The request changed 1 record.');
    await axe(page);
    await button(question, 'Undo').click();
    await expect(question.getByRole('list', { name: 'Changed since' })).toContainText(subject);
    await button(question, 'Cancel').click();
    await page.getByRole('link', { name: 'Details' }).click();
    // The history, which shows it once for each version, stays until the details have come.
    await expect(fact(page, 'Score')).toHaveCount(1);
    await expect(fact(page, 'Score')).toHaveText('60 points');
  });
});

test('deleted records are in the trash, and are restored one by one or many', async ({ page, records }) => {
  const name = unique('Lift');
  for (const at of ['A', 'B', 'C']) {
    const { id } = await records.create('inspections', { subject: `${name} ${at}`, score: 40 });
    await records.remove('inspections', id);
  }
  await signIn(page, 'admin', `${INSPECTIONS}?page=1`);
  await button(page, 'More about inspections').click();
  await page.getByRole('menuitem', { name: 'Deleted inspections' }).click();
  await expect(page).toHaveURL('/backoffice/trash?resource=inspections');
  const list = page.getByRole('list', { name: 'Deleted inspections' });
  await expect(list.getByRole('listitem').first()).toContainText(`${name} C`);
  await axe(page);
  await button(list.getByRole('listitem').first(), 'Restore').click();
  await expect(notice(page)).toContainText(`${name} C restored`);
  for (const at of ['A', 'B']) await page.getByRole('checkbox', { name: `Select ${name} ${at}` }).check();
  await button(page, 'Restore 2 records').click();
  await expect(notice(page)).toContainText('2 records restored');
  await expect(list.getByText(name)).toHaveCount(0);
  await button(notice(page), 'Undo').click();
  await expect(notice(page)).toContainText('2 changes undone');
  await button(notice(page), 'Redo').click();
  await expect(notice(page)).toContainText('Done again');
  await page.goto(`${INSPECTIONS}?search=${encodeURIComponent(name)}`);
  for (const at of ['A', 'B', 'C']) await expect(rowOf(page, `${name} ${at}`)).toBeVisible();
});

test('a deletion is undone with the keyboard alone', async ({ page, records }) => {
  const subject = unique('Gate');
  await records.create('inspections', { subject, score: 40 });
  await signIn(page, 'admin', `${INSPECTIONS}?search=${encodeURIComponent(subject)}`);
  await choose(page, subject, 'Delete');
  await button(page.getByRole('dialog', { name: 'Delete this inspection?' }), 'Delete').click();
  await expect(button(notice(page), 'Undo')).toBeVisible();
  await page.keyboard.press('F8');
  await page.keyboard.press('Enter');
  await expect(notice(page)).toContainText('Inspection restored');
  await expect(rowOf(page, subject)).toBeVisible();
});
