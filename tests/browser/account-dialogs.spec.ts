// The dialogs of the account menu lose nothing that has been typed, and nothing that is shown only once.
import { axe, expect, signIn, test } from './fixtures';
import { button, ofAccount, search } from './screen';

test('a password that is being changed is given up only after a question', async ({ page, records }) => {
  const someone = await records.user(['admin']);
  await signIn(page, someone, '/backoffice/companies');
  await page.getByRole('navigation', { name: 'Areas' }).getByRole('link', { name: 'Developers' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Developers' })).toBeVisible();
  await ofAccount(page, 'Change password');
  const dialog = page.getByRole('dialog', { name: 'Change password' });
  const question = page.getByRole('alertdialog', { name: 'Discard what you entered?' });
  // Nothing has been typed: it just closes.
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  await ofAccount(page, 'Change password');
  await dialog.getByLabel('New password', { exact: true }).fill('half a pass');
  for (let presses = 0; presses < 2; presses += 1) {
    await page.keyboard.press('Escape');
    await expect(question).toBeVisible();
    if (presses === 0) await axe(page);
    await page.keyboard.press('Escape');
    await expect(question).toBeHidden();
    await expect(dialog.getByLabel('New password', { exact: true })).toBeFocused();
  }
  // The browser's own way back is asked, too.
  await page.evaluate(() => history.back());
  await expect(question).toBeVisible();
  await button(question, 'Keep editing').click();
  expect(new URL(page.url()).pathname).toBe('/backoffice/developers');
  await expect(dialog.getByLabel('New password', { exact: true })).toHaveValue('half a pass');
  await page.keyboard.press('Escape');
  await button(question, 'Discard').click();
  await expect(dialog).toBeHidden();
  await page.evaluate(() => history.back());
  await expect(page.getByRole('heading', { level: 1, name: 'Companies' })).toBeVisible();
});

test('a new API token stays until it is put away, whatever is pressed', async ({ page, records }) => {
  const someone = await records.user(['admin']);
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, someone, '/home');
  await page.goto('/backoffice/companies');
  await expect(search(page)).toBeVisible();
  await ofAccount(page, 'API tokens');
  const dialog = page.getByRole('dialog');
  await button(dialog, 'New token').click();
  await dialog.getByLabel('Name').fill('Sync');
  const question = page.getByRole('alertdialog', { name: 'Discard what you entered?' });
  await button(dialog, 'Close').click();
  await expect(question).toBeVisible();
  expect((await button(question, 'Discard').boundingBox())?.height).toBeGreaterThanOrEqual(48);
  await button(question, 'Keep editing').click();
  await button(dialog, 'Make token').click();
  const secret = dialog.locator('code').first();
  await expect(secret).toBeVisible();
  const shown = await secret.innerText();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  // To another document, which the browser asks about itself.
  const prompt = page.waitForEvent('dialog');
  await page.evaluate(() => history.back());
  const leaving = await prompt;
  expect(leaving.type()).toBe('beforeunload');
  await leaving.dismiss();
  await expect(secret).toHaveText(shown);
  expect(new URL(page.url()).pathname).toBe('/backoffice/companies');
  const closing = page.getByRole('alertdialog', { name: 'Close without copying the token?' });
  await button(dialog, 'Done').click();
  await axe(page);
  await button(closing, 'Go back').click();
  await expect(secret).toHaveText(shown);
  await button(dialog, 'Done').click();
  await button(closing, 'Close without it').click();
  await expect(dialog.getByText('Sync')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
});
