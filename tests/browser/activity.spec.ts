// The activity of a record, its comments and files, and the inbox that mentions lead to.
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { axe, expect, signIn, test } from './fixtures';
import { unique } from './records';
import { button, notice } from './screen';

const COMPANIES = '/backoffice/companies';
const PDF = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%%EOF\n');

const story = (page: Page): Locator =>
  page.getByRole('list', { name: 'Comments, files and versions, the newest first' });
const box = (page: Page): Locator => page.getByRole('textbox', { name: 'Write a comment' });

test('comments and files of a record are added, downloaded and deleted', async ({ page, records }) => {
  const { id } = await records.create('companies', { name: unique('Discussed') });
  await signIn(page, 'admin', `${COMPANIES}/${id}/show`);
  await page.getByRole('link', { name: 'Activity', exact: true }).click();
  await expect(story(page)).toContainText('created it');

  await box(page).fill('Who signed the deed?');
  await button(page, 'Comment').click();
  await expect(story(page)).toContainText('Who signed the deed?');
  await expect(box(page)).toHaveValue('');

  await page
    .locator('input[type="file"]')
    .setInputFiles({ name: 'deed.pdf', mimeType: 'application/pdf', buffer: PDF });
  await expect(notice(page)).toContainText('deed.pdf added');
  const download = page.waitForEvent('download');
  await button(page, 'Download deed.pdf').click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('deed.pdf');
  expect(await readFile(await file.path())).toEqual(PDF);
  await axe(page);

  await button(page, 'Delete deed.pdf').click();
  await button(page.getByRole('dialog', { name: 'Delete this file?' }), 'Delete').click();
  await expect(notice(page)).toContainText('deed.pdf deleted');
  await expect(button(page, 'Download deed.pdf')).toHaveCount(0);

  const own = story(page).getByRole('listitem').filter({ hasText: 'Who signed the deed?' });
  await button(own, 'Delete').click();
  await button(page.getByRole('dialog', { name: 'Delete your comment?' }), 'Delete').click();
  await expect(notice(page)).toContainText('Comment deleted');
  await expect(own).toHaveCount(0);
});

test('a mentioned colleague finds the comment in the inbox', async ({ page, visitor, records }) => {
  const colleague = await records.user(['admin']);
  const { id } = await records.create('companies', { name: unique('Mentioned') });
  await signIn(page, 'admin', `${COMPANIES}/${id}/activity`);
  await box(page).pressSequentially(`Please look, @${colleague.firstName}`);
  await page.getByRole('option', { name: `${colleague.firstName} ${colleague.lastName}` }).click();
  await button(page, 'Comment').click();
  await expect(story(page)).toContainText('Please look');

  const other = await visitor();
  await signIn(other, colleague, '/backoffice');
  await button(other, 'Inbox, 1 new entry').click();
  const inbox = other.getByRole('dialog', { name: 'Inbox' });
  const entry = inbox.getByRole('link', { name: /Please look/ });
  await expect(entry).toBeVisible();
  await axe(other);
  await entry.click();
  await expect(other).toHaveURL(`${COMPANIES}/${id}/activity`);
  await expect(story(other)).toContainText('Please look');
  // It was shown, and is not new any more.
  await expect(button(other, 'Inbox')).toBeVisible();

  await other.goto('/inbox');
  await expect(other.getByRole('heading', { level: 1, name: 'Inbox' })).toBeVisible();
  await expect(other.getByRole('link', { name: /Please look/ })).toBeVisible();
  await axe(other);
});

test('without mail no link leads to a new password, and the page about it says so', async ({ page }) => {
  await page.goto('/login');
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Forgot password?' })).toHaveCount(0);
  await page.goto('/forgot');
  await expect(page.getByText('This product sends no mail.')).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveCount(0);
  await axe(page);
});
