// No form saves anything but what is seen: numbers and days that cannot be read are reported at their fields.
import type { Locator, Page } from '@playwright/test';
import { axe, expect, signIn, test } from './fixtures';
import { filtered, INSPECTIONS } from './inspections';
import { unique, type Records, type Row } from './records';
import { button, notice, ofAccount, rowOf } from './screen';

const UNITS = '/backoffice/units';

async function createUnit(records: Records, more: object = {}): Promise<Row> {
  const project = await records.project();
  const { _id: developerId } = project.developer;
  return records.create('units', {
    unitNumber: unique('F'),
    projectId: project.id,
    developerId,
    totalAreaInSqFt: 900,
    purchasePriceInAED: 1_250_000,
    yearlyRentInAED: 80_000,
    serviceChargesPerSqFt: 12.5,
    floor: 7,
    ...more,
  });
}

/** The changes that the page sends. */
function sentBy(page: Page): string[] {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (['PATCH', 'POST'].includes(request.method()) && request.url().includes('/api/backoffice/'))
      sent.push(`${request.method()} ${request.url()}`);
  });
  return sent;
}

/** The record that the server answers after the next change. */
const saved = (page: Page): Promise<unknown> =>
  page.waitForResponse((response) => response.request().method() === 'PATCH').then((response) => response.json());

test('a number that cannot be read is reported at its field, and nothing is sent', async ({ page, records }) => {
  const unit = await createUnit(records);
  await signIn(page, 'admin', `${UNITS}/${unit.id}`);
  const sent = sentBy(page);
  const floor = page.getByLabel('Floor', { exact: true });
  for (const text of ['7-8', '1e', '1e1', 'seven']) {
    await floor.fill(text);
    await button(page, 'Save Changes').click();
    await expect(floor, text).toHaveAccessibleDescription('Enter a number such as 1,250,000 or 24.33.');
    await expect(floor).toBeFocused();
    await expect(floor).toHaveValue(text);
  }
  // Red while it has the focus, too.
  const danger = await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--danger'));
  const edge = await floor.evaluate((input) => getComputedStyle(input.parentElement ?? input).borderTopColor);
  const [, red, green, blue] = /^#(..)(..)(..)$/.exec(danger.trim()) ?? [];
  expect(edge).toBe(`rgb(${[red, green, blue].map((part) => Number.parseInt(part ?? '', 16)).join(', ')})`);
  await axe(page);
  expect(sent).toEqual([]);

  // It is said as soon as the field is left.
  await page.reload();
  await floor.fill('7-8');
  await page.getByLabel('Unit number').focus();
  await expect(floor).toHaveAccessibleDescription('Enter a number such as 1,250,000 or 24.33.');
  await floor.fill('8');
  await expect(floor).toHaveAccessibleDescription('');
});

test('numbers are shown in groups, and read with the signs and digits that people type', async ({ page, records }) => {
  const unit = await createUnit(records);
  await signIn(page, 'admin', `${UNITS}/${unit.id}`);
  const sent = sentBy(page);
  const price = page.getByLabel('Purchase price');
  await expect(price).toHaveValue('1,250,000');
  await price.focus();
  await page.mouse.move(0, 0);
  await price.hover();
  await page.mouse.wheel(0, -300);
  await page.keyboard.press('ArrowUp');
  await expect(price).toHaveValue('1,250,000');

  await price.fill('1.350.000');
  await page.getByLabel('Yearly rent').fill('٩٥٬٠٠٠');
  await page.getByLabel('Total area').fill('1 050,5');
  await page.getByLabel('Floor', { exact: true }).fill('۸');
  const charges = page.getByLabel('Service charges');
  await charges.fill('24,33');
  await button(page, 'Save Changes').click();
  await expect(charges).toHaveAccessibleDescription('Did you mean 24.33 or 2,433?');
  expect(sent).toEqual([]);
  await axe(page);
  await button(page, 'Use 24.33').click();
  await expect(charges).toHaveValue('24.33');
  await expect(page.getByLabel('Yearly rent')).toHaveValue('95,000');
  await expect(page.getByLabel('Total area')).toHaveValue('1,050.5');
  const answer = saved(page);
  await button(page, 'Save Changes').click();
  expect(await answer).toMatchObject({
    purchasePriceInAED: 1_350_000,
    yearlyRentInAED: 95_000,
    totalAreaInSqFt: 1050.5,
    floor: 8,
    serviceChargesPerSqFt: 24.33,
  });
});

test('many records at once: what cannot be read empties nothing', async ({ page, records }) => {
  const one = await createUnit(records);
  await signIn(page, 'admin', `${UNITS}?search=${encodeURIComponent(String(one['unitNumber']))}`);
  await page.getByRole('row').getByRole('checkbox').last().check();
  await button(page, 'Bulk edit').click();
  const edit = page.getByRole('dialog', { name: 'Edit 1 unit' });
  await button(edit, 'Add a field to change').click();
  await edit.getByRole('menuitem', { name: 'Floor', exact: true }).click();
  const sent = sentBy(page);
  const floor = edit.getByLabel('Floor', { exact: true });
  await floor.fill('7-8');
  await floor.press('Enter');
  await expect(floor).toHaveAccessibleDescription('Enter a number such as 1,250,000 or 24.33.');
  expect(sent).toEqual([]);
  await axe(page);
  await floor.fill('٩');
  await floor.press('Enter');
  await expect(notice(page)).toContainText('1 unit updated');
  await page.goto(`${UNITS}/${one.id}`);
  await expect(page.getByLabel('Floor', { exact: true })).toHaveValue('9');
});

test('half a date for many records empties none of them', async ({ page, records }) => {
  const subject = unique('Half');
  const { id } = await records.create('inspections', { subject, score: 12, inspectedOn: '2026-03-01' });
  await signIn(page, 'admin', `${INSPECTIONS}?search=${encodeURIComponent(subject)}`);
  await rowOf(page, subject).getByRole('checkbox').check();
  await button(page, 'Bulk edit').click();
  const edit = page.getByRole('dialog', { name: 'Edit 1 inspection' });
  await button(edit, 'Add a field to change').click();
  await edit.getByRole('menuitem', { name: 'Inspected on' }).click();
  const sent = sentBy(page);
  const day = edit.getByRole('textbox', { name: 'Inspected on' });
  for (const [text, message] of [
    ['20/11/', /Enter a date such as 20 Nov 2026\./],
    ['07 15 26', /Did you mean 15 Jul 2026\?/],
  ] as const) {
    await day.fill(text);
    await button(edit, 'Change 1 inspection').click();
    await expect(day).toHaveAccessibleDescription(message);
  }
  expect(sent).toEqual([]);
  await day.fill('20.11.2026');
  await button(edit, 'Change 1 inspection').click();
  await expect(notice(page)).toContainText('1 inspection updated');
  await page.goto(`${INSPECTIONS}/${id}`);
  await expect(page.getByRole('textbox', { name: 'Inspected on' })).toHaveValue('20 Nov 2026');
});

test('a filter is applied with what is seen, or not at all', async ({ page, records }) => {
  await records.create('inspections', { subject: unique('Filter'), score: 12 });
  const score = { field: 'score', operator: 'greater_than_or_equal', value: 1250 };
  await signIn(page, 'admin', filtered(score));
  const chips = page.getByRole('list', { name: 'Applied filters' });
  await chips.getByRole('button', { name: /1,250/ }).first().click();
  const builder = page.getByRole('dialog', { name: /^Filter/ });
  const value = builder.getByLabel('Value points');
  await expect(value).toHaveValue('1,250');
  await value.fill('7-8');
  await button(builder, 'Apply filters').click();
  await expect(value).toHaveAccessibleDescription('Enter a number such as 1,250,000 or 24.33.');
  await builder.getByLabel('Field').selectOption('Inspected on');
  const day = builder.getByLabel('Value');
  for (const [text, message] of [
    ['20/', 'Enter a date such as 20 Nov 2026.'],
    ['07 15 26', 'Did you mean 15 Jul 2026?'],
    ['20 Nov 0026', 'The year must be between 1900 and 2200'],
  ] as const) {
    await day.fill(text);
    await button(builder, 'Apply filters').click();
    await expect(day).toHaveAccessibleDescription(new RegExp(message.replaceAll('?', '\\?')));
  }
  await axe(page);
  await day.fill('20.11.2026');
  await button(builder, 'Apply filters').click();
  await expect(builder).toBeHidden();
  await expect(chips).toContainText('20 Nov 2026');
});

test('a date is typed in many ways, shown in one, and never half', async ({ page, records }) => {
  const project = await records.project();
  await signIn(page, 'admin', `/backoffice/projects/${project.id}`);
  const sent = sentBy(page);
  const day = page.getByLabel('Completion date');
  for (const [text, message] of [
    ['20/11/', 'Enter a date such as 20 Nov 2026.'],
    ['07 15 26', 'Did you mean 15 Jul 2026?'],
    ['7/8/2027', 'Did you mean 7 Aug 2027 or 8 Jul 2027?'],
    ['1826-11-20', 'The year must be between 1900 and 2200'],
    ['0026-07-15', 'The year must be between 1900 and 2200'],
  ] as const) {
    await day.fill(text);
    await button(page, 'Save Changes').click();
    await expect(day, text).toHaveAccessibleDescription(new RegExp(message.replaceAll('?', '\\?')));
  }
  expect(sent).toEqual([]);
  await day.fill('20/11/2027');
  await page.getByLabel('Location').focus();
  await expect(day).toHaveValue('20 Nov 2027');
  await axe(page);
  const answer = saved(page);
  await button(page, 'Save Changes').click();
  expect(await answer).toMatchObject({ completionDate: '2027-11-20' });
});

test('the calendar beside a date: weeks begin on Monday, and the keyboard leads everywhere', async ({
  page,
  records,
}) => {
  const project = await records.project();
  await records.change('projects', project.id, { completionDate: '2026-11-20' });
  await signIn(page, 'admin', `/backoffice/projects/${project.id}`);
  const day = page.getByLabel('Completion date');
  await expect(day).toHaveValue('20 Nov 2026');
  await day.focus();
  await page.keyboard.press('Alt+ArrowDown');
  const calendar = page.getByRole('dialog', { name: 'Calendar' });
  await expect(calendar.getByRole('columnheader')).toHaveText(['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']);
  await expect(button(calendar, 'Friday, 20 November 2026')).toBeFocused();
  await axe(page);
  await page.keyboard.press('Home');
  await expect(button(calendar, 'Monday, 16 November 2026')).toBeFocused();
  await page.keyboard.press('PageDown');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowDown');
  await expect(button(calendar, 'Tuesday, 22 December 2026')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(calendar).toBeHidden();
  await expect(day).toBeFocused();
  await expect(day).toHaveValue('20 Nov 2026');
  await button(page, 'Choose a date').click();
  await button(calendar, 'Next year').click();
  await button(calendar, 'Monday, 8 November 2027').click();
  await expect(day).toHaveValue('8 Nov 2027');
  await expect(day).toBeFocused();
  await expect(calendar).toBeHidden();
});

test('no document scrolls beyond its content, on any screen with a form', async ({ page, records }) => {
  const unit = await createUnit(records, { amenities: ['Balcony', 'Maids room', 'Study', 'Storage', 'Garden'] });
  await signIn(page, 'admin', UNITS);
  for (const width of [390, 820, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    for (const at of [
      `${UNITS}/${unit.id}`,
      `${UNITS}/create`,
      `${UNITS}/${unit.id}/show`,
      `/backoffice/projects/${String((unit['project'] as Row)['_id'])}`,
      `/backoffice/projects/${String((unit['project'] as Row)['_id'])}/show`,
      `/backoffice/projects/create`,
      `${INSPECTIONS}/create`,
      '/backoffice/rotations/create',
    ]) {
      await page.goto(at);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toHaveCount(0);
      const beyond = await page.evaluate(() => {
        const { scrollHeight, scrollWidth, clientHeight, clientWidth } = document.documentElement;
        return [scrollWidth - clientWidth, scrollHeight - clientHeight];
      });
      expect(beyond, `${at} at ${width}`).toEqual([0, 0]);
      // Within the frame, too, nothing is below the end of the screen.
      const blank = await page.getByRole('main').evaluate((main) => {
        const end = Math.max(...[...main.children].map((child) => child.getBoundingClientRect().bottom));
        return main.scrollHeight - main.clientHeight > 0
          ? Math.round(main.scrollHeight - (end - main.getBoundingClientRect().top + main.scrollTop))
          : 0;
      });
      expect(blank, `below the screen ${at} at ${width}`).toBeLessThanOrEqual(1);
    }
  }
});

/** In pixels: what is free between the last text or control of a dialog and its end. */
const freeIn = (dialog: Locator): Promise<number> =>
  dialog.evaluate((whole) => {
    const last = [...whole.querySelectorAll('button, input, h3, p, li')]
      .filter((one) => one.tagName === 'INPUT' || /\S/.test(one.textContent ?? ''))
      .map((one) => one.getBoundingClientRect().bottom);
    return Math.round(whole.getBoundingClientRect().bottom - Math.max(...last));
  });

for (const width of [820, 1440]) {
  test(`at ${width} px dialogs of the account are as high as their content`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await signIn(page, 'admin');
    for (const name of ['Two-step sign-in', 'API tokens', 'Change password']) {
      await ofAccount(page, name);
      const dialog = page.getByRole('dialog', { name });
      // Once what it lists is loaded.
      await expect.poll(() => freeIn(dialog), `below the last line of ${name}`).toBeLessThan(40);
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
    }
  });
}

test('a field that is invalid is red, also while it has the focus', async ({ page }) => {
  await signIn(page, 'admin', `${UNITS}/create`);
  await button(page, 'Create Unit').click();
  const invalid = page.locator('[aria-invalid="true"]');
  await expect(invalid.first()).toBeFocused();
  const roles = new Set<string>();
  for (const field of await invalid.all()) {
    await field.focus();
    roles.add((await field.getAttribute('role')) ?? 'textbox');
    // The frame is that of the field itself, or of the box that it is in.
    const frame = () =>
      field.evaluate((own) => {
        const colourOf = (value: string): string => {
          const probe = document.body.appendChild(document.createElement('i'));
          probe.style.color = value;
          const { color } = getComputedStyle(probe);
          probe.remove();
          return color;
        };
        const drawn = [own, own.parentElement ?? own].flatMap((element) => {
          const { borderTopWidth, borderTopColor, outlineStyle, outlineColor, boxShadow } = getComputedStyle(element);
          return [
            borderTopWidth === '0px' ? '' : borderTopColor,
            outlineStyle === 'none' ? '' : outlineColor,
            boxShadow === 'none' ? '' : boxShadow,
          ];
        });
        const has = (colour: string): boolean => drawn.some((one) => one.includes(colour));
        return { red: has(colourOf('var(--danger)')), usual: has(colourOf('var(--focus)')) };
      });
    await expect.poll(frame, (await field.getAttribute('id')) ?? '').toEqual({ red: true, usual: false });
  }
  expect([...roles].toSorted()).toEqual(['combobox', 'textbox']);
});
