// The JavaScript that a screen loads before it can be used, measured in a browser: checks what the build computes from
// its chunks (ui-kit/vite/budgets.mjs).
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync, gzipSync } from 'node:zlib';
import type { Page, Response } from '@playwright/test';
import { expect, signIn, test } from './fixtures';
import { results } from './screen';

/** Collects the scripts of a page. Returns the gzipped size in bytes and the names of those requested by then. */
function scriptsOf(page: Page): (until?: number) => Promise<{ size: number; names: string[] }> {
  const scripts = new Map<string, Response>();
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.set(response.url(), response);
  });
  return async (until = Infinity) => {
    const requested = [...scripts.values()].filter((one) => one.request().timing().startTime <= until);
    const sizes = await Promise.all(requested.map(async (one) => gzipSync(await one.body()).length));
    return { size: sizes.reduce((total, size) => total + size, 0), names: requested.map((one) => one.url()) };
  };
}

/** Stores when an element that `selector` matches, with this text, is first there; the time is `drawnAt`. */
async function noteDrawn(page: Page, selector: string, text = ''): Promise<void> {
  await page.addInitScript(
    ([wanted, part]) => {
      new MutationObserver((_, observer) => {
        const found = [...document.querySelectorAll(wanted)];
        if (!found.some(({ textContent }) => textContent?.includes(part))) return;
        Object.assign(globalThis, { drawnAt: Date.now() });
        observer.disconnect();
      }).observe(document, { childList: true, characterData: true, subtree: true });
    },
    [selector, text] as const,
  );
}

const TYPES: Record<string, string> = { js: 'text/javascript', css: 'text/css', svg: 'image/svg+xml' };

/** Serves the product's front end in place of the one for tests, which has another module. */
async function withProduct(page: Page): Promise<void> {
  const folder = fileURLToPath(new URL('../../admin-ui/dist/', import.meta.url));
  const read = async (name: string): Promise<Buffer> =>
    readFile(folder + name).catch(async () => brotliDecompressSync(await readFile(`${folder}${name}.br`)));
  await page.route('**/_admin/**', async (route) => {
    const path = new URL(route.request().url()).pathname;
    const contentType = TYPES[path.split('.').at(-1) ?? ''] ?? 'application/octet-stream';
    await route.fulfill({ contentType, body: await read(path.slice('/_admin/'.length)) });
  });
  await page.route(/\/backoffice/, async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback();
    return route.fulfill({ contentType: 'text/html', body: await read('index.html') });
  });
}

test('an estimator waits for at most 125 kB of JavaScript, and the account menu comes when it is opened', async ({
  page,
}) => {
  await signIn(page, 'estimator', '/estimations/assessments');
  const project = await page
    .getByRole('main')
    .locator('a[href*="/estimations/assessments/"]')
    .first()
    .getAttribute('href');
  // The screen itself, opened directly.
  const fresh = await page.context().newPage();
  // The project panel loads after the unit, and on a wide screen only.
  await fresh.setViewportSize({ width: 390, height: 844 });
  const first = scriptsOf(fresh);
  await noteDrawn(fresh, '[aria-label="Keypad"]');
  await fresh.goto(`${project}/0`);
  await expect(fresh.getByRole('group', { name: 'Keypad' })).toBeVisible();
  const { size, names } = await first(await fresh.evaluate('drawnAt'));
  expect(size).toBeGreaterThan(50_000);
  expect(size, names.join('\n')).toBeLessThanOrEqual(125_000);

  await fresh.getByRole('button', { name: /^Account of / }).click();
  await expect(fresh.getByRole('button', { name: 'Sign out', exact: true })).toBeVisible();
  expect((await first()).size).toBeGreaterThan(size);
});

// What comes once the content is there, such as the inbox, is not waited for.
for (const [name, path, selector, text] of [
  ['the overview', '/backoffice', 'h1', ''],
  ['a list', '/backoffice/projects', 'main', 'Showing 1 to '],
] as const) {
  test(`${name} of the back-office waits for at most 225 kB of JavaScript, with all modules`, async ({ page }) => {
    await withProduct(page);
    await noteDrawn(page, selector, text);
    const loaded = scriptsOf(page);
    await signIn(page, 'admin', path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    if (path !== '/backoffice') await expect(results(page)).toBeVisible();
    const { size, names } = await loaded(await page.evaluate('drawnAt'));
    expect(size).toBeGreaterThan(100_000);
    expect(size, names.join('\n')).toBeLessThanOrEqual(225_000);
  });
}
