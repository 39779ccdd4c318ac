// A saved filter is subscribed to by mail, and a subscription is stopped; without mail it is not offered.
import { headersOf } from './estimating';
import { axe, expect, listen, signIn, test as base } from './fixtures';
import { OwnServer } from './own-server';
import { button, notice } from './screen';

const COMPANIES = '/backoffice/companies';
const CITY = { operator: 'AND', conditions: [{ field: 'name', operator: 'starts_with', value: 'Lulwa' }] };

const test = base.extend<{ server: OwnServer }>({
  // oxlint-disable-next-line no-empty-pattern
  server: async ({}, give) => {
    // Nothing listens there: a subscription is made all the same.
    const env = { MIZAN_MAIL_URL: 'smtp://127.0.0.1:1', MIZAN_MAIL_FROM: 'Desk <desk@example.com>' };
    const server = await OwnServer.start({ env });
    await give(server);
    await server.end();
  },
});

test('a filter comes by mail at a time and when its count crosses a bound, until that is stopped', async ({
  browser,
  server,
  complaints,
  playwright,
}) => {
  const request = await playwright.request.newContext({ baseURL: server.url });
  const headers = await headersOf(request, server.admin);
  const data = { name: 'Of Lulwa', resource: 'companies', filterState: CITY };
  const made = await request.post('/api/backoffice/saved-filters', { headers, data });
  expect(made.ok(), await made.text()).toBe(true);
  await request.dispose();
  const context = await browser.newContext({
    baseURL: server.url,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    reducedMotion: 'reduce',
  });
  await listen(context, server.url, [], complaints);
  const page = await context.newPage();
  await signIn(page, server.admin, COMPANIES);
  const open = async () => {
    await button(page, 'Saved filters').click();
    const saved = page.getByRole('dialog', { name: 'Saved filters' });
    await saved.getByRole('button', { name: 'Actions for Of Lulwa' }).click();
    await page.getByRole('menuitem', { name: 'Send me this' }).click();
  };
  const dialog = page.getByRole('dialog', { name: 'Send me “Of Lulwa”' });

  await open();
  await axe(page);
  await dialog.getByLabel('Day').selectOption('Sunday');
  await dialog.getByLabel('Time', { exact: true }).fill('25:00');
  await button(dialog, 'Subscribe').click();
  await expect(dialog.getByText('Enter a time such as 08:00')).toBeVisible();
  await dialog.getByLabel('Time', { exact: true }).fill('7:30');
  await button(dialog, 'Subscribe').click();
  await expect(notice(page)).toContainText('You will get it by mail');
  await expect(dialog).toBeHidden();

  await open();
  await expect(dialog.getByRole('listitem')).toHaveText([/Sunday.*07:30/]);
  await dialog.getByRole('radio', { name: 'When the count crosses a bound' }).check();
  await dialog.getByLabel('The count becomes').selectOption('At least');
  await dialog.getByLabel('Number').fill('3');
  await dialog.getByRole('radio', { name: 'Excel file' }).check();
  await button(dialog, 'Subscribe').click();
  await expect(dialog).toBeHidden();

  await open();
  await expect(dialog.getByRole('listitem')).toHaveText([/at least 3.*Excel/, /Sunday.*07:30/]);
  await axe(page);
  await dialog.getByRole('listitem').first().getByRole('button').click();
  await expect(dialog.getByRole('listitem')).toHaveText([/Sunday.*07:30/]);
  await context.close();
});

test('without mail nothing is offered to be sent', async ({ page, records }) => {
  await records.create('saved-filters', { name: 'Of Lulwa', resource: 'companies', filterState: CITY });
  await signIn(page, 'admin', COMPANIES);
  await button(page, 'Saved filters').click();
  await page
    .getByRole('dialog', { name: 'Saved filters' })
    .getByRole('button', { name: 'Actions for Of Lulwa' })
    .click();
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Send me this' })).toHaveCount(0);
});
