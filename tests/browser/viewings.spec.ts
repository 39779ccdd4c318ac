// A module with a front end, viewings, whose file `viewings/ui/index.tsx` uses each extension point with react-admin's
// own components: the result in the back-office, for each role.
import { axe, expect, signIn, test } from './fixtures';
import { unique, type Row } from './records';
import { button, choose, fact, navigation, notice, pick, rowOf } from './screen';

const VIEWINGS = '/backoffice/viewings';
const DIARY = '/backoffice/diary';

const company = async (records: { create: (of: string, data: object) => Promise<Row> }) =>
  records.create('companies', { name: unique('Letting') });

test('a user who may not read it sees neither its page nor its card', async ({ page }) => {
  await signIn(page, 'user', '/home');
  await page.goto(DIARY);
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
  await expect(page.getByText('Diary')).toHaveCount(0);
});

test('a cell is drawn by components that know the record by its context', async ({ page, records }) => {
  const sent = await company(records);
  const visitor = unique('Omar');
  await records.create('viewings', { visitor, companyId: sent.id, rating: 4, viewedOn: '2026-03-09' });
  await signIn(page, 'admin', `${VIEWINGS}?search=${visitor}`);
  const row = rowOf(page, visitor);
  await expect(row.getByRole('link', { name: String(sent['name']) })).toHaveAttribute(
    'href',
    `/backoffice/companies/${sent.id}/show`,
  );
  await expect(row.getByRole('cell', { name: '09/03/2026' })).toBeVisible();
  await expect(row.getByRole('img', { name: '4 of 5' })).toBeVisible();
  await axe(page);

  await row.getByRole('link', { name: visitor }).click();
  await expect(fact(page, 'Viewed on')).toHaveText('09/03/2026');
  await expect(fact(page, 'Company').getByRole('link')).toHaveText(String(sent['name']));
  await axe(page);
});

test('titles of references of many rows are fetched in one request', async ({ page, records }) => {
  const visitor = unique('Guest');
  for (let count = 0; count < 3; count += 1) {
    await records.create('viewings', { visitor: `${visitor} ${count}`, companyId: (await company(records)).id });
  }
  const requests: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/backoffice/companies?')) requests.push(request.url());
  });
  await signIn(page, 'admin', `${VIEWINGS}?search=${encodeURIComponent(visitor)}`);
  await expect(page.getByRole('link', { name: /^Letting/ })).toHaveCount(3);
  expect(requests).toHaveLength(1);
});

test('a row action changes nothing else, and shows a notice', async ({ page, records }) => {
  const visitor = unique('Sana');
  const { id } = await records.create('viewings', { visitor, companyId: (await company(records)).id });
  await signIn(page, 'admin', `${VIEWINGS}?search=${visitor}`);
  await expect(rowOf(page, visitor).getByRole('img', { name: '0 of 5' })).toBeVisible();
  // A concurrent change by another user is kept.
  await records.change('viewings', id, { rating: 2 });
  await choose(page, visitor, 'Confirm…');
  await button(page.getByRole('dialog', { name: 'Confirm the viewing' }), 'Confirm').click();
  await expect(notice(page)).toContainText(`The viewing of ${visitor} is confirmed`);
  await expect(rowOf(page, visitor).getByRole('cell', { name: 'Yes' })).toBeVisible();
  await expect(rowOf(page, visitor).getByRole('img', { name: '2 of 5' })).toBeVisible();
});

test('a bulk action is offered for the chosen rows that it is for, and done for all of them at once', async ({
  page,
  records,
}) => {
  const visitor = unique('Tariq');
  const { id: companyId } = await company(records);
  for (const name of ['one', 'two']) await records.create('viewings', { visitor: `${visitor} ${name}`, companyId });
  await records.create('viewings', { visitor: `${visitor} three`, companyId, confirmed: true });
  await signIn(page, 'admin', `${VIEWINGS}?search=${encodeURIComponent(visitor)}`);
  await page.getByRole('checkbox', { name: `Select ${visitor} three` }).check();
  const bar = page.getByRole('toolbar');
  await expect(bar).toBeVisible();
  await expect(bar.getByRole('button', { name: /^Confirm/ })).toHaveCount(0);

  await page.getByRole('row').first().getByRole('checkbox').check();
  await button(bar, 'Confirm… (2)').click();
  const requests = page.getByRole('dialog', { name: 'Confirm 2 viewings' });
  await axe(page);
  await button(requests, 'Confirm').click();
  await expect(notice(page)).toContainText('2 viewings are confirmed');
  await expect(page.getByRole('cell', { name: 'Yes', exact: true })).toHaveCount(3);
});

test('the card counts what is open, and leads to the page', async ({ page, records }) => {
  await records.create('viewings', { visitor: unique('Huda'), companyId: (await company(records)).id });
  await signIn(page, 'admin', '/backoffice');
  await expect(page.getByText(/^\d+ viewings? to confirm$/)).toBeVisible();
  await axe(page);
  await page.getByRole('main').getByRole('link', { name: 'Diary' }).click();
  await expect(page).toHaveURL(DIARY);
});

test('the page is in the navigation and shows a list of react-admin, with its own texts', async ({ page, records }) => {
  const sent = await company(records);
  const visitor = unique('Zayd');
  // Later than all others, so that it is the first.
  const { id } = await records.create('viewings', { visitor, companyId: sent.id, rating: 2, viewedOn: '2200-12-31' });
  await signIn(page, 'admin', '/backoffice');
  await navigation(page).getByRole('link', { name: 'Diary' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Diary' })).toBeVisible();
  await expect(page).toHaveTitle(/Diary/);
  const row = page.getByRole('row').filter({ hasText: visitor });
  await expect(row).toContainText(String(sent['name']));
  await expect(row).toContainText('31/12/2200');
  await expect(page.getByText(/^1-\d+ of \d+$/)).toBeVisible();
  await axe(page);

  const sorted = page.waitForRequest((request) => request.url().includes('sort=rating%3Aasc'));
  await button(page, 'Sort by rating ascending').click();
  await sorted;
  await page.getByRole('row').filter({ hasText: visitor }).getByText(visitor).click();
  await expect(page).toHaveURL(`${VIEWINGS}/${id}/show`);
});

test.describe('what drops into a screen', () => {
  // Days of the product's time zone differ from those of the browser's for 16 hours.
  test.use({ timezoneId: 'Pacific/Pago_Pago' });

  test('filters, sorts and exports the list of the address', async ({ page, records }) => {
    const sent = await company(records);
    const visitor = unique('Noura');
    const { id, ...made } = await records.create('viewings', { visitor, companyId: sent.id, rating: 4 });
    await records.create('viewings', { visitor, companyId: sent.id, rating: 2 });
    await signIn(page, 'admin', '/backoffice/pieces');
    await page.getByRole('textbox', { name: 'Search' }).fill(visitor);
    await page.getByRole('spinbutton', { name: 'Rating' }).fill('4');
    await expect(page).toHaveURL(/search=.*filters=/);
    const row = page.getByRole('row').filter({ hasText: visitor });
    await expect(row).toHaveCount(1);
    await expect(row.getByRole('link', { name: String(sent['name']) })).toHaveAttribute(
      'href',
      `/backoffice/companies/${sent.id}/show`,
    );
    const day = new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Dubai' }).format(
      new Date(String(made['createdAt'])),
    );
    await expect(row).toContainText(day);
    await expect(page.getByText('Saved queries', { exact: false })).toBeVisible();

    const download = page.waitForEvent('download');
    await button(page, 'Export').click();
    expect((await download).suggestedFilename()).toBe('viewings.csv');
    await button(page, 'Sort by rating ascending').click();
    await expect(page).toHaveURL(/sortBy=rating/);
    await row.getByText(visitor).click();
    await expect(page).toHaveURL(`${VIEWINGS}/${id}/show`);
  });

  test("leads to the record's own area", async ({ page, records }) => {
    const sent = await company(records);
    const visitor = unique('Faris');
    const { id } = await records.create('viewings', { visitor, companyId: sent.id });
    await signIn(page, 'admin', '/analytics/pieces');
    const row = page.getByRole('row').filter({ hasText: visitor });
    await expect(row.getByRole('link')).toHaveAttribute('href', `/backoffice/companies/${sent.id}/show`);
    await row.getByText(visitor).click();
    await expect(page).toHaveURL(`${VIEWINGS}/${id}/show`);
  });
});

test('a dialog replaces a page, and a custom control is in the form', async ({ page, records }) => {
  const sent = await company(records);
  const visitor = unique('Salma');
  await signIn(page, 'admin', VIEWINGS);
  await page.getByRole('link', { name: 'Create Viewing' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create Viewing' });
  await expect(dialog).toContainText('Somebody comes to see a flat.');
  await expect(page).toHaveURL((url) => url.pathname === `${VIEWINGS}/create`);
  const stars = dialog.getByRole('slider', { name: 'Rating' });
  await expect(stars).toHaveAccessibleDescription('From 0 to 5.');
  await axe(page);
  await stars.press('ArrowRight');
  await stars.press('ArrowRight');
  await dialog.getByLabel('Visitor').fill(visitor);
  await pick(page, 'Company', String(sent['name']));
  await button(dialog, 'Create Viewing').click();
  await expect(notice(page)).toContainText('Viewing created successfully');
  await expect(dialog).toHaveCount(0);
  const { items } = await records.list('viewings', { search: visitor });
  records.deletesAfter('viewings', items[0]?.id ?? '');
  expect(items).toMatchObject([{ visitor, rating: 2, company: { name: sent['name'] } }]);
});

test('a tab and a panel are on the record by permission, and get it from context', async ({ page, records }) => {
  const sent = await records.create('companies', { name: unique('Letting'), email: 'desk@letting.example' });
  const visitor = unique('Mona');
  const { id } = await records.create('viewings', { visitor: `${visitor} one`, companyId: sent.id });
  await records.create('viewings', { visitor: `${visitor} two`, companyId: sent.id });
  await signIn(page, 'admin', `${VIEWINGS}/${id}/show`);
  const panel = page.getByRole('region', { name: 'How to reach them' });
  await expect(panel.getByRole('link', { name: 'desk@letting.example' })).toBeVisible();
  await axe(page);
  await page.getByRole('link', { name: 'From the same company' }).click();
  await expect(page.getByRole('row').filter({ hasText: visitor })).toHaveCount(2);
  await axe(page);

  // An analyst may read viewings, but no companies.
  await signIn(page, 'analyst', `${VIEWINGS}/${id}/show`);
  await expect(page.getByRole('link', { name: 'From the same company' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: `${visitor} one` })).toBeVisible();
  await expect(panel).toHaveCount(0);
});

test.describe('a whole screen', () => {
  test.use({ refusals: [422, 412] });

  test('is a form of react-admin: errors are at their fields, and the saved record is shown', async ({
    page,
    records,
  }) => {
    const visitor = unique('Noor');
    const { id } = await records.create('viewings', { visitor, companyId: (await company(records)).id, rating: 1 });
    await signIn(page, 'admin', `${VIEWINGS}/${id}`);
    await expect(page.getByRole('heading', { level: 1, name: `Viewing of ${visitor}` })).toBeVisible();
    await axe(page);
    await page.getByLabel('Rating').fill('9');
    await button(page, 'Save').click();
    await expect(page.getByText('Rating must be at most 5')).toBeVisible();

    await page.getByLabel('Rating').fill('3');
    const sent = page.waitForRequest((request) => request.method() === 'PATCH');
    await button(page, 'Save').click();
    expect(await (await sent).headerValue('If-Match')).toBeTruthy();
    await expect(page).toHaveURL(`${VIEWINGS}/${id}/show`);
    await expect(fact(page, 'Rating').getByRole('img', { name: '3 of 5' })).toBeVisible();
  });

  test('overwrites no other change: a conflict is reported', async ({ page, records }) => {
    const visitor = unique('Rami');
    const { id } = await records.create('viewings', { visitor, companyId: (await company(records)).id, rating: 1 });
    await signIn(page, 'admin', `${VIEWINGS}/${id}`);
    await page.getByRole('spinbutton', { name: 'Rating' }).fill('4');
    await records.change('viewings', id, { rating: 5 });
    await button(page, 'Save').click();
    await expect(notice(page)).toContainText(/changed/i);
    await expect(page).toHaveURL(`${VIEWINGS}/${id}`);
  });
});

test.describe('a missing file of a module', () => {
  test.use({ refusals: [404] });

  test('reloads the page one time, then shows an error', async ({ page }) => {
    await signIn(page, 'admin', '/home');
    let loads = 0;
    page.on('load', () => {
      loads += 1;
    });
    // The same file with distinct messages: each message reloads the page once.
    let failing = '';
    await page.route('**/_admin/assets/ui-*.js', (route) => {
      failing ||= route.request().url();
      return route.request().url() === failing ? route.fulfill({ status: 404 }) : route.continue();
    });
    await page.goto('/backoffice');
    await expect(page.getByRole('heading', { name: 'Something went wrong!' })).toBeVisible();
    expect(loads).toBe(2);
    await axe(page);

    await page.unroute('**/_admin/assets/ui-*.js');
    await page.goto('/backoffice');
    await expect(page.getByRole('heading', { level: 1, name: 'Back-office' })).toBeVisible();
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('its screens fit', async ({ page, records }) => {
    const { id } = await records.create('viewings', {
      visitor: unique('Khalid with a long name that needs two lines'),
      companyId: (await company(records)).id,
    });
    await signIn(page, 'admin', VIEWINGS);
    for (const address of [VIEWINGS, `${VIEWINGS}/${id}`, `${VIEWINGS}/${id}/show`]) {
      await page.goto(address);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      expect(await page.evaluate(() => document.documentElement.scrollWidth), address).toBeLessThanOrEqual(390);
    }
  });
});
