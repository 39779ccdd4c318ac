// A user who may only propose changes, and another who approves them: by forms, on the overview, and on a phone.
import type { Browser, Page } from '@playwright/test';
import { axe, expect, listen, signIn, test as base, type Credentials } from './fixtures';
import { OwnServer } from './own-server';
import { button, choose, notice } from './screen';

const POLICY = [
  'g, agent, user',
  'p, agent, backoffice, enter',
  'p, agent, filter-definitions, read',
  'p, agent, companies, read',
  'p, agent, companies, propose',
];
const COMPANIES = '/backoffice/companies';
const PROPOSED = 'Proposed. Another user has to approve it.';

interface Fixtures {
  server: OwnServer;
  agent: Credentials;
  /** Opens a window of its own, signed in. */
  visit: (who: Credentials, to: string, width?: number) => Promise<Page>;
}

const test = base.extend<Fixtures>({
  // oxlint-disable-next-line no-empty-pattern
  server: async ({}, give) => {
    const server = await OwnServer.start({ policy: POLICY });
    await give(server);
    await server.end();
  },
  agent: async ({ server }, give) => {
    await give(server.createUser('Sara', 'agent'));
  },
  visit: async ({ browser, server, complaints }, give) => {
    const opened: Awaited<ReturnType<Browser['newContext']>>[] = [];
    await give(async (who, to, width = 1440) => {
      const viewport = { width, height: 900 };
      const context = await browser.newContext({ baseURL: server.url, viewport, reducedMotion: 'reduce' });
      opened.push(context);
      // A product without data has no rotation of this week.
      await listen(context, server.url, [404], complaints);
      const page = await context.newPage();
      await signIn(page, who, to);
      return page;
    });
    for (const context of opened) await context.close();
  },
});

test('a record is proposed by one user, approved by another, and then changed in the same way', async ({
  server,
  agent,
  visit,
}) => {
  const proposer = await visit(agent, COMPANIES);
  await proposer.getByRole('link', { name: 'Create Company' }).first().click();
  await proposer.getByLabel('Name').fill('Lulwa Shore');
  await expect(button(proposer, 'Create Company')).toHaveCount(0);
  await button(proposer, 'Propose').click();
  await expect(notice(proposer)).toContainText(PROPOSED);
  await expect(proposer.getByRole('heading', { level: 1, name: 'Companies' })).toBeVisible();
  await button(proposer, 'Show proposal').click();
  await expect(proposer.getByText('Another user has to approve what you propose.')).toBeVisible();
  await expect(button(proposer, 'Approve')).toHaveCount(0);
  await proposer.goto('/backoffice');
  await expect(proposer.getByRole('heading', { name: 'Your proposals' })).toBeVisible();
  await axe(proposer);

  const approver = await visit(server.admin, '/backoffice');
  const card = approver.getByRole('article').filter({ hasText: 'Proposals to approve' });
  await expect(card).toContainText('Sara');
  await axe(approver);
  await card.getByRole('link').first().click();
  await expect(approver.getByRole('table', { name: 'Changes' })).toContainText('Lulwa Shore');
  await button(approver, 'Approve').click();
  await button(approver.getByRole('dialog'), 'Approve').click();
  await expect(notice(approver)).toContainText('The changes were applied');
  await approver.goto('/backoffice');
  await expect(approver.getByRole('heading', { name: 'Latest changes' })).toBeVisible();
  await expect(approver.getByRole('heading', { name: 'Proposals to approve' })).toHaveCount(0);

  await proposer.goto(COMPANIES);
  await choose(proposer, 'Lulwa Shore', 'Edit');
  await proposer.getByLabel('Address').fill('Palm');
  await button(proposer, 'Propose').click();
  await expect(notice(proposer)).toContainText(PROPOSED);
  await expect(proposer.getByLabel('Address')).toHaveValue('');
});

test('a deletion is proposed on a phone, and turned down', async ({ server, agent, visit }) => {
  const admin = await visit(server.admin, `${COMPANIES}/create`);
  await admin.getByLabel('Name').fill('Reem Gate');
  await button(admin, 'Create Company').click();
  await expect(notice(admin)).toContainText('Company created successfully');

  const phone = await visit(agent, COMPANIES, 390);
  await choose(phone, 'Reem Gate', 'Delete');
  const question = phone.getByRole('dialog', { name: 'Propose to delete this company?' });
  await axe(phone);
  const height = (await button(question, 'Propose deletion').boundingBox())?.height ?? 0;
  expect(height).toBeGreaterThanOrEqual(48);
  await button(question, 'Propose deletion').click();
  await expect(notice(phone)).toContainText(PROPOSED);
  await expect(phone.getByText('Reem Gate')).toBeVisible();

  await admin.goto('/backoffice/change-sets?state=proposed');
  await admin.getByRole('link', { name: 'Delete companies' }).click();
  await button(admin, 'Turn down').click();
  await button(admin.getByRole('dialog'), 'Turn down').click();
  await expect(notice(admin)).toContainText('The changes were discarded');
  await phone.goto(COMPANIES);
  await expect(phone.getByText('Reem Gate')).toBeVisible();
});
