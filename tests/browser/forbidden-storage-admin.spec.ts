// The back-office in a browser that forbids storage: each use throws, also the question whether there is any.
import { expect, signIn, signInByForm, test as base } from './fixtures';
import { button, notice, rowOf, search } from './screen';

const test = base.extend({
  context: async ({ context }, give) => {
    await context.addInitScript(() => {
      for (const name of ['localStorage', 'sessionStorage', 'indexedDB']) {
        const get = (): never => {
          throw new DOMException(`Failed to read the '${name}' property from 'Window'`, 'SecurityError');
        };
        Object.defineProperty(globalThis, name, { get, configurable: true });
      }
    });
    await give(context);
  },
});

// Nothing remembers that nobody is signed in: each start asks for a session.
test.use({ refusals: [401] });

test('the back-office lists, opens and saves', async ({ page, records }) => {
  const project = await records.project();
  await signInByForm(page, 'admin');
  await page.goto('/backoffice/projects');
  await search(page).fill(project.name);
  await rowOf(page, project.name).getByRole('link', { name: project.name, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(project.name);
  await page.goto(`/backoffice/projects/${project.id}`);
  await page.getByLabel('Location').fill('Deira');
  await button(page, 'Save Changes').click();
  await expect(notice(page)).toContainText('Project updated successfully');
});

test('the explorer answers', async ({ page }) => {
  await signIn(page, 'analyst', '/analytics/explorer');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('table').or(page.getByRole('img')).first()).toBeVisible();
});
