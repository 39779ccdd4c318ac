// The panel beside the assessment: everything known about a project; missing parts are left out.
import type { Locator, Page } from '@playwright/test';
import { axe, expect, signIn, test } from './fixtures';
import { png } from './pictures';
import { unique, type Project, type Records } from './records';
import { button } from './screen';

test.use({ viewport: { width: 1440, height: 900 } });

const panel = (page: Page): Locator => page.getByRole('region', { name: 'About the project' });
const section = (page: Page, name: string): Locator => panel(page).getByRole('region', { name, exact: true });
const amount = (page: Page): Locator => page.getByLabel('Estimated yearly rent');

/** A unit of the project, and the URL of its assessment. */
async function unitOf(records: Records, project: Project, fields: object = {}): Promise<string> {
  const unit = await records.create('units', {
    unitNumber: unique('P'),
    projectId: project.id,
    developerId: project.developer['_id'],
    bedrooms: 1,
    totalAreaInSqFt: 800,
    purchasePriceInAED: 1_200_000,
    yearlyRentInAED: 73_377,
    serviceChargesPerSqFt: 15,
    amenities: [],
    status: 'available',
    ...fields,
  });
  return `/estimations/assessments/${project.id}/${unit.id}`;
}

async function open(page: Page, address: string): Promise<void> {
  await signIn(page, 'estimator', address);
  await expect(page.getByRole('group', { name: 'Keypad' })).toBeVisible();
}

test('everything that a project has is shown', async ({ page, records }) => {
  const project = await records.project();
  const gallery = [
    { file: await records.image('projects', png('red.png', [200, 40, 40])), caption: 'From the sea' },
    { file: await records.image('projects', png('blue.png', [40, 40, 200])) },
    { file: await records.image('projects', png('green.png', [40, 160, 40])), caption: 'The lobby' },
  ];
  await records.change('projects', project.id, {
    projectType: 'Apartments',
    description: 'A tower.\n'.repeat(30),
    totalUnits: 1200,
    floors: 34,
    completionDate: '2099-06-30',
    amenities: ['Pool', 'Gym'],
    features: ['Sea view'],
    gallery,
    videoLink: 'https://www.example.com/tour',
    paymentPlan: [
      { milestone: 'On booking', percent: 33.34 },
      { milestone: 'On handover', percent: 66.66 },
    ],
    financing: 'Mortgages of up to 80 %.',
    coordinates: { latitude: 25.0772, longitude: 55.1367 },
  });
  await unitOf(records, project, { bedrooms: 0 });
  await unitOf(records, project, { bedrooms: 2 });
  await open(page, await unitOf(records, project));

  const all = panel(page);
  await expect(all.getByRole('heading', { level: 2, name: project.name })).toBeVisible();
  await expect(all.getByText('Dubai Marina', { exact: true }).first()).toBeVisible();
  const facts = all.getByRole('definition');
  await expect(facts).toHaveText([project.developer.name, 'Apartments', '1,200', '34', '30 Jun 2099 Off-plan']);
  await expect(all.getByRole('term')).toHaveText(['Developer', 'Type', 'Total units', 'Floors', 'Expected completion']);
  await expect(section(page, 'Units')).toContainText('3 to assess');
  await expect(section(page, 'Units').getByRole('listitem')).toHaveText(['Studio1', '1 Bedroom1', '2 Bedrooms1']);
  await expect(section(page, 'Features').getByRole('listitem')).toHaveText(['Sea view']);
  await expect(section(page, 'Amenities').getByRole('listitem')).toHaveText(['Pool', 'Gym']);
  await expect(section(page, 'Payment plan').getByRole('row')).toHaveText([
    'DueShare of the price',
    'On booking33.34%',
    'On handover66.66%',
    'Total100%',
  ]);
  await expect(section(page, 'Financing')).toContainText('Mortgages of up to 80 %.');

  const video = section(page, 'Overview video').getByRole('link');
  await expect(video).toContainText('on example.com');
  await expect(video).toHaveAttribute('href', 'https://www.example.com/tour');
  await expect(video).toHaveAttribute('rel', /noopener/);
  await expect(video).toHaveAttribute('target', '_blank');

  const map = section(page, 'Location');
  await expect(map.getByRole('img')).toHaveAccessibleName(
    `Map of ${project.name}, near Dubai Marina and Jumeirah Lake Towers`,
  );
  await expect(map).toContainText('25.0772° N, 55.1367° E');
  await expect(map.getByRole('link', { name: 'Open in OpenStreetMap' })).toHaveAttribute('href', /25\.0772\/55\.1367$/);

  const text = section(page, 'Description');
  await button(text, 'Read more').click();
  await expect(button(text, 'Read less')).toHaveAttribute('aria-expanded', 'true');

  // The unit's listed values must not be part of it.
  expect(await all.innerHTML()).not.toMatch(/73[,.\s]?377/);
  await axe(page);
});

test('pictures can be browsed by keyboard and enlarged, and the amount still accepts digits', async ({
  page,
  records,
}) => {
  const project = await records.project();
  const gallery = [];
  for (const [caption, colour] of [
    ['First', [200, 40, 40]],
    ['Second', [40, 40, 200]],
    ['Third', [40, 160, 40]],
  ] as const)
    gallery.push({ file: await records.image('projects', png(`${caption}.png`, [...colour])), caption });
  await records.change('projects', project.id, { gallery });
  await open(page, await unitOf(records, project));

  const pictures = section(page, 'Pictures');
  const shown = (name: string): Locator => button(pictures, `Show large: ${name}`);
  await expect(shown('First').locator('img')).toBeVisible();
  await expect(pictures.getByText('1 of 3', { exact: true })).toBeVisible();

  // Arrow keys move between pictures, and digits change the amount wherever the focus is.
  await shown('First').focus();
  await page.keyboard.press('ArrowRight');
  await expect(shown('Second')).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await expect(shown('Third')).toBeFocused();
  await page.keyboard.press('Enter');
  const large = page.getByRole('dialog', { name: 'Third' });
  await expect(large.getByRole('img', { name: 'Third' })).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('dialog', { name: 'First' }).getByRole('img', { name: 'First' })).toBeVisible();
  await axe(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(shown('First')).toBeFocused();

  // Clicking does not take the focus from the amount.
  await amount(page).click();
  await button(pictures, 'Next picture').click();
  await button(pictures, 'Third').click();
  await expect(shown('Third')).toBeVisible();
  // Swiping moves to the next picture, and opens nothing.
  const box = await shown('Third').boundingBox();
  if (!box) throw new Error('The picture is not to be seen');
  await page.mouse.move(box.x + 300, box.y + 40);
  await page.mouse.down();
  await page.mouse.move(box.x + 180, box.y + 44, { steps: 4 });
  await page.mouse.up();
  await expect(shown('First')).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.keyboard.type('95000');
  await expect(amount(page)).toHaveValue('95,000');
});

test('a project that has nothing more than its name shows no more than that', async ({ page, records }) => {
  const project = await records.project();
  await open(page, await unitOf(records, project));
  const all = panel(page);
  await expect(all.getByRole('heading', { level: 2, name: project.name })).toBeVisible();
  await expect(all.getByRole('definition')).toHaveText([project.developer.name]);
  await expect(all.getByRole('heading', { level: 3 })).toHaveText(['Units']);
  await expect(all.getByRole('link')).toHaveCount(0);
  await expect(all.getByRole('button')).toHaveCount(0);
  await axe(page);
});

test('below 1024 px there is no panel, and none of it is loaded', async ({ page, records }) => {
  const project = await records.project();
  const file = await records.image('projects', png('red.png', [200, 40, 40]));
  await records.change('projects', project.id, { gallery: [{ file }] });
  const address = await unitOf(records, project);
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  await page.setViewportSize({ width: 1023, height: 800 });
  await open(page, address);
  await expect(panel(page)).toHaveCount(0);
  expect(requests.filter((path) => /\/images\/|panel-/.test(path) && !path.includes('account-panel'))).toEqual([]);

  // On a wider screen the panel appears; unit and input stay.
  await page.keyboard.type('81000');
  await page.setViewportSize({ width: 1024, height: 768 });
  await expect(panel(page)).toBeVisible();
  await expect(amount(page)).toHaveValue('81,000');
  expect(
    await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.scrollHeight]),
    'nothing to scroll but the panel',
  ).toEqual([1024, 768]);
  await axe(page);
});

test('text that means harm, or is long, or Arabic, is text', async ({ page, records }) => {
  const hostile = '<script>alert(1)</script><img src=x onerror=alert(2)>';
  const long = 'Wohnungseigentum'.repeat(12);
  const project = await records.project();
  await records.change('projects', project.id, {
    name: `${project.name} قصر الموج ${long.slice(0, 160)}`,
    location: long,
    projectType: long.slice(0, 100),
    description: `${hostile}\n${long}${long}`,
    amenities: [hostile, 'مسبح', long.slice(0, 100)],
    features: [long],
    paymentPlan: [{ milestone: long, percent: 0.001 }],
    financing: hostile,
    videoLink: `https://${'a'.repeat(60)}.${'b'.repeat(60)}.example.com/${long}`,
    coordinates: { latitude: -33.8568, longitude: 151.2153 },
  });
  await open(page, await unitOf(records, project));
  const all = panel(page);
  await expect(all.getByText(hostile)).toHaveCount(3);
  await expect(all.getByText('مسبح')).toBeVisible();
  await expect(section(page, 'Location').getByRole('img')).toHaveAccessibleName(/at 33\.8568° S, 151\.2153° E$/);
  const { scroll, client } = await all.evaluate((element) => ({
    scroll: element.parentElement?.scrollWidth ?? 0,
    client: element.parentElement?.clientWidth ?? 0,
  }));
  expect(scroll, 'nothing is wider than the panel').toBeLessThanOrEqual(client);
  await axe(page);
});

test.describe('with deleted pictures', () => {
  test.use({ refusals: [404] });

  test('the others move up, and without any there is no gallery', async ({ page, records }) => {
    const project = await records.project();
    const files = [
      await records.image('projects', png('red.png', [200, 40, 40])),
      await records.image('projects', png('blue.png', [40, 40, 200])),
    ];
    await records.change('projects', project.id, {
      gallery: [
        { file: files[0], caption: 'Gone' },
        { file: files[1], caption: 'There' },
      ],
    });
    const address = await unitOf(records, project);
    let missing = [files[0]];
    await page.route(/\/images\//, (route) =>
      missing.some((file) => file && route.request().url().includes(file))
        ? route.fulfill({
            status: 404,
            contentType: 'application/problem+json',
            body: '{"status":404,"title":"Not Found"}',
          })
        : route.continue(),
    );
    await open(page, address);
    const pictures = section(page, 'Pictures');
    await expect(button(pictures, 'Show large: There').locator('img')).toBeVisible();
    await expect(button(pictures, 'Gone')).toHaveCount(0);
    await expect(button(pictures, 'Next picture')).toHaveCount(0);

    missing = files;
    await page.reload();
    await expect(panel(page).getByRole('heading', { level: 2 })).toBeVisible();
    await expect(pictures).toHaveCount(0);
  });
});

test('the map is brought nearer and moved by buttons, keys and the wheel, and back', async ({ page, records }) => {
  const project = await records.project();
  await records.change('projects', project.id, { coordinates: { latitude: 25.1961, longitude: 55.2715 } });
  await open(page, await unitOf(records, project));
  const map = section(page, 'Location');
  const picture = map.getByRole('img');
  await picture.scrollIntoViewIfNeeded();
  const scale = map.getByText(/^[\d.]+ k?m$/);
  await expect(scale).toHaveText('2 km');
  await button(map, 'Zoom in').click();
  await button(map, 'Zoom in').click();
  await button(map, 'Zoom in').click();
  await expect(scale).toHaveText('1 km');
  await button(map, 'Zoom out').focus();
  for (let press = 0; press < 8; press += 1) await page.keyboard.press('-');
  await expect(scale).toHaveText('10 km');
  await axe(page);
  await button(map, 'Back to the first view').click();
  await expect(scale).toHaveText('2 km');

  // Before the map is touched the wheel scrolls the panel, after that it zooms the map.
  const pin = picture.locator('title').locator('xpath=..');
  const before = await pin.boundingBox();
  await picture.hover({ position: { x: 60, y: 60 } });
  await page.mouse.down();
  await page.mouse.move((before?.x ?? 0) + 40, before?.y ?? 0, { steps: 4 });
  await page.mouse.up();
  await page.mouse.wheel(0, -400);
  await expect(scale).toHaveText(/^(1 km|500 m)$/);
});

test.describe('with a panel that does not come', () => {
  test.use({ refusals: [404] });

  test('the unit is assessed all the same', async ({ page, records }) => {
    await page.route(/\/panel-[^/]*\.js$/, (route) => route.fulfill({ status: 404 }));
    const project = await records.project();
    const requests = page.waitForResponse(/\/panel-[^/]*\.js$/);
    await open(page, await unitOf(records, project));
    await requests;
    await page.keyboard.type('72000');
    await expect(amount(page)).toHaveValue('72,000');
    await expect(panel(page)).toHaveCount(0);
  });
});
