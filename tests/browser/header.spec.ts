// The header of a phone's screens, and how names are set: the way back by name, and numbers of units as one word.
import { begunProject, lastOf, type Unit } from './estimating';
import { axe, expect, signIn, test } from './fixtures';
import { button } from './screen';

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('the header is the way back, which says where it leads, and a number of a unit is one word', async ({
    page,
    records,
    request,
  }) => {
    const who = await records.user(['estimations']);
    const project = await begunProject(request, who, 3);
    const [unit] = lastOf(project, 3) as [Unit];
    await page.route('**/with-units', async (route) => {
      const answer = await route.fetch();
      const body = (await answer.json()) as { units: { _id: string; unitNumber: string }[] };
      for (const one of body.units) if (one['_id'] === unit.id) one.unitNumber = 'B-502';
      await route.fulfill({ response: answer, json: body });
    });
    await signIn(page, who, `/estimations/assessments/${project.id}/${unit.id}`);
    const title = page.getByRole('heading', { level: 1, name: 'Unit B-502' });
    await expect(title).toBeVisible();
    const trail = page.getByRole('navigation', { name: 'Breadcrumb' });
    const back = trail.getByRole('link', { name: `Back to ${project.name}`, exact: true });
    await expect(back).toHaveText(project.name);
    const width = async (name: string): Promise<number> =>
      (await trail.getByRole('listitem').filter({ hasText: name }).boundingBox())?.width ?? 0;
    expect(await width('Assessments'), 'what is not the way back is not drawn').toBeLessThanOrEqual(1);
    expect(await width('Unit B-502')).toBeLessThanOrEqual(1);
    expect((await back.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    await axe(page);
    const digits = (element: Element): string => getComputedStyle(element).fontVariantNumeric;
    expect(await title.evaluate(digits)).toBe('normal');
    await back.tap();
    await expect(page.getByRole('heading', { level: 1, name: project.name })).toBeVisible();
    const row = page.getByText('Unit B-502', { exact: true });
    expect(await row.evaluate(digits)).toBe('normal');
    expect(await row.evaluate((element) => getComputedStyle(element).whiteSpace)).toBe('nowrap');
    await trail.getByRole('link', { name: 'Back to Assessments', exact: true }).tap();
    await trail.getByRole('link', { name: 'Back to Estimations', exact: true }).tap();
    await expect(page.getByRole('heading', { level: 1, name: 'Estimations' })).toBeVisible();
  });
});

for (const [width, height, two] of [
  [390, 844, true],
  [360, 640, false],
] as const) {
  test.describe(`at ${width} x ${height}`, () => {
    test.use({ viewport: { width, height }, hasTouch: true });

    test('the last estimate and how it compares are not said twice', async ({ page, records, request }) => {
      const who = await records.user(['estimations']);
      const project = await begunProject(request, who, 3);
      const [first, second] = lastOf(project, 3) as [Unit, Unit];
      await page.route('**/api/assessments', async (route) => {
        const answer = await route.fetch();
        await route.fulfill({ response: answer, json: { ...((await answer.json()) as object), standing: 'same' } });
      });
      await signIn(page, who, `/estimations/assessments/${project.id}/${first.id}`);
      for (const key of ['9', '5', '000']) await button(page.getByRole('group', { name: 'Keypad' }), key).tap();
      await button(page, 'Save & Continue').tap();
      await expect(page.getByRole('heading', { level: 1, name: `Unit ${second.unitNumber}` })).toBeVisible();
      const level = page.getByText('about what the others say', { exact: true });
      await expect(level).toBeVisible();
      const drawn = async (text: string): Promise<boolean> =>
        ((await page.getByText(text, { exact: true }).boundingBox())?.width ?? 0) > 1;
      expect(await drawn(`Last estimation: AED 95,000 for unit ${first.unitNumber}`)).toBe(two);
      expect(await drawn(`${first.unitNumber}, AED 95,000:`)).toBe(!two);
      await axe(page);
    });
  });
}

test('with room the header names the whole way', async ({ page, records, request }) => {
  const who = await records.user(['estimations']);
  const project = await begunProject(request, who, 1);
  const [unit] = lastOf(project, 1) as [Unit];
  await signIn(page, who, `/estimations/assessments/${project.id}/${unit.id}`);
  const trail = page.getByRole('navigation', { name: 'Breadcrumb' });
  await expect(trail.getByRole('listitem')).toHaveText(['Assessments', project.name, `Unit ${unit.unitNumber}`]);
  await expect(trail.getByRole('link', { name: project.name, exact: true })).toBeVisible();
  await trail.getByRole('link', { name: 'Assessments', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Assessments' })).toBeVisible();
});
