// The network is lost within the first seconds of a first visit, before anything is stored on the phone: an estimate is
// saved all the same, and is sent once.
import { expect, isOfNetwork, signIn, test } from './fixtures';
import { begunProject, headersOf, lastOf } from './estimating';
import { button } from './screen';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

test('what is saved offline in the first seconds arrives once', async ({
  page,
  context,
  records,
  request,
  complaints,
}) => {
  const who = await records.user(['estimations']);
  const project = await begunProject(request, who, 3);
  const [unit] = lastOf(project, 3);
  await signIn(page, who, '/home');
  const opened = Date.now();
  await page.goto(`/estimations/assessments/${project.id}/${unit?.id}`);
  await expect(page.getByRole('group', { name: 'Keypad' })).toBeVisible();
  await context.setOffline(true);
  expect(Date.now() - opened, 'milliseconds until the network is lost').toBeLessThan(2000);
  for (const digit of '95000') await button(page.getByRole('group', { name: 'Keypad' }), digit).tap();
  await button(page, 'Save & Continue').tap();
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(`Unit ${unit?.unitNumber}`);
  // As a reload: the page is gone before the network is back.
  await page.close();
  await context.setOffline(false);
  const next = await context.newPage();
  await next.goto(`/estimations/assessments/${project.id}`);
  const headers = await headersOf(request, who);
  const saved = async (): Promise<number[]> => {
    const answer = await request.get(`/api/assessments?projectId=${project.id}`, { headers });
    const all = (await answer.json()) as { unitId: string; estimatedYearlyRentInAED: number }[];
    return all.filter(({ unitId }) => unitId === unit?.id).map((one) => one.estimatedYearlyRentInAED);
  };
  await expect.poll(saved).toEqual([95_000]);
  await expect(next.locator('[aria-label$="to be sent"]')).toHaveCount(0);
  // The browser reports each request that fails without a network.
  complaints.splice(0, complaints.length, ...complaints.filter((one) => !isOfNetwork(one)));
});
