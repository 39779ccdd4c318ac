// How many taps the estimators' most frequent task takes.
import { begunProject, headersOf, lastOf, type Unit } from './estimating';
import { expect, signIn, test } from './fixtures';
import { button } from './screen';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

test('five units take twenty taps: four for each, since the next one opens by itself', async ({
  page,
  records,
  request,
}) => {
  const who = await records.user(['estimations']);
  const project = await begunProject(request, who, 5);
  const units = lastOf(project, 5) as [Unit, ...Unit[]];
  await page.addInitScript(() => {
    const pressed: string[] = [];
    Object.assign(globalThis, { pressed });
    addEventListener('pointerdown', ({ target }) => pressed.push((target as Element).textContent ?? ''), true);
  });
  await signIn(page, who, `/estimations/assessments/${project.id}/${units[0].id}`);
  for (const [index, unit] of units.entries()) {
    await expect(page.getByRole('heading', { level: 1, name: `Unit ${unit.unitNumber}` })).toBeVisible();
    const keypad = page.getByRole('group', { name: 'Keypad' });
    for (const key of ['9', String(index + 1), '000']) await button(keypad, key).tap();
    await button(page, index === units.length - 1 ? 'Save & Submit' : 'Save & Continue').tap();
  }
  await expect(page.getByRole('heading', { level: 1, name: 'Congratulations!' })).toBeVisible();
  const taps = await page.evaluate(() => (globalThis as unknown as { pressed: string[] }).pressed);
  expect(taps).toHaveLength(20);
  // One more leads back to the last one, before the next project opens.
  await button(page, 'Change the last one').tap();
  await expect(page.getByRole('heading', { level: 1, name: `Unit ${units.at(-1)?.unitNumber}` })).toBeVisible();
  const answer = await request.get(`/api/assessments?projectId=${project.id}`, {
    headers: await headersOf(request, who),
  });
  const saved = (await answer.json()) as { unitId: string; estimatedYearlyRentInAED: number }[];
  const rents = units.map(({ id }) => saved.find(({ unitId }) => unitId === id)?.estimatedYearlyRentInAED);
  expect(rents).toEqual([91_000, 92_000, 93_000, 94_000, 95_000]);
});
