// Offline: what an estimator opened before, or what was prefetched, is available; users do not see each other's data;
// and a new version is activated without a broken page.
import { createServer, request as ask, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BrowserContext, Page } from '@playwright/test';
import { expect, isOfNetwork, listen, signIn, signInByForm, test as base } from './fixtures';

/** A browser context whose network errors while offline are ignored. */
const test = base.extend<{ phone: BrowserContext }>({
  phone: async ({ browser, baseURL }, give) => {
    const context = await browser.newContext({ viewport: { width: 360, height: 640 }, hasTouch: true });
    const complaints: string[] = [];
    await listen(context, new URL(baseURL ?? '').origin, [404], complaints);
    await give(context);
    await context.close();
    expect(complaints.filter((complaint) => !isOfNetwork(complaint))).toEqual([]);
  },
});

const OFFLINE = 'You are offline. Saved estimates are stored on this phone and sent later.';
const sign = (page: Page) => page.getByRole('banner').getByRole('button', { name: OFFLINE });
const rows = (page: Page) => page.getByRole('main').locator('a[href*="/estimations/assessments/"]');

/** Waits until the service worker is active and this week is cached. */
async function ready(page: Page): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await expect.poll(() => cachedCount(page)).toBeGreaterThan(10);
  let last = -1;
  // Waits until nothing more is cached.
  await expect
    .poll(
      async () => {
        const before = last;
        last = await cachedCount(page);
        return last === before;
      },
      { intervals: [500] },
    )
    .toBe(true);
}

/** The number of cached responses on the device. */
function cachedCount(page: Page): Promise<number> {
  return page.evaluate(async () => {
    // Opening the database would create it, without its stores.
    if (!(await indexedDB.databases()).some(({ name }) => name === 'mizan-responses')) return 0;
    return new Promise<number>((resolve, reject) => {
      const opening = indexedDB.open('mizan-responses');
      opening.addEventListener('error', () => reject(opening.error as Error));
      opening.addEventListener('success', () => {
        const database = opening.result;
        if (!database.objectStoreNames.contains('answers')) return resolve(0);
        const counting = database.transaction('answers').objectStore('answers').count();
        return counting.addEventListener('success', () => {
          database.close();
          resolve(counting.result);
        });
      });
    });
  });
}

test('a signed-out visitor gets no service worker, and nothing is cached', async ({ phone }) => {
  const page = await phone.newPage();
  await page.goto('/login');
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
});

test('a visitor who does not estimate gets no worker', async ({ phone }) => {
  const page = await phone.newPage();
  await signIn(page, 'user', '/home');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
});

test('the index, a project and its units open without a network, and again with one', async ({ phone }) => {
  const page = await phone.newPage();
  await signInByForm(page, 'estimator', '/estimations');
  const project = rows(page).filter({ hasNotText: 'Continue where' }).last();
  const name = (await project.getByText(/\S/).first().textContent()) ?? '';
  await ready(page);

  await phone.setOffline(true);
  await expect(sign(page)).toBeVisible();
  await page.reload();
  await expect(sign(page)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'This week' })).toBeVisible();

  // A project that was never opened here: it was prefetched.
  await page.getByRole('link', { name }).last().click();
  await expect(page.getByRole('list', { name: 'Units' })).toBeVisible();
  await page.reload();
  await page.getByRole('list', { name: 'Units' }).getByRole('link').first().click();
  await expect(page.getByRole('group', { name: 'Keypad' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('group', { name: 'Keypad' })).toBeVisible();
  // The screen fits, with the offline indicator in the bar.
  await expect(sign(page)).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollHeight <= innerHeight)).toBe(true);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);

  await phone.setOffline(false);
  await expect(sign(page)).toBeHidden();
  await expect(page.getByRole('group', { name: 'Keypad' })).toBeVisible();
});

test('lists are answered from this week, searched and narrowed down on the phone', async ({ phone }) => {
  const page = await phone.newPage();
  await signInByForm(page, 'estimator', '/estimations');
  await ready(page);
  await phone.setOffline(true);
  await page.goto('/estimations/assessments?filter=all');
  await expect(page.getByText("You are offline: only this week's projects are listed.")).toBeVisible();
  const all = await rows(page).count();
  expect(all).toBeGreaterThan(1);
  const name = (await rows(page).first().getByText(/\S/).first().textContent()) ?? '';
  await page.getByRole('searchbox').fill(name.toUpperCase());
  await expect(page.getByText('1 project', { exact: true })).toBeVisible();
  await expect(rows(page)).toHaveCount(1);
  await page.getByRole('searchbox').fill('no such project');
  await expect(rows(page)).toHaveCount(0);
});

test('a project that is not on the phone shows a message', async ({ phone }) => {
  const page = await phone.newPage();
  await signInByForm(page, 'estimator', '/estimations');
  await ready(page);
  await phone.setOffline(true);
  await page.goto('/estimations/assessments/ffffffffffffffffffffffff');
  await expect(page.getByRole('heading', { name: 'Not on this phone yet' })).toBeVisible();
});

test('the other front ends, the documentation and the API are not answered from the phone', async ({ phone }) => {
  const page = await phone.newPage();
  await signInByForm(page, 'estimator', '/estimations');
  await ready(page);
  for (const path of ['/docs/', '/backoffice', '/api/openapi.json', '/healthz', '/no-such-file.js']) {
    const answer = await page.goto(path);
    expect(answer?.fromServiceWorker(), path).toBe(false);
  }
  const index = await page.goto('/estimations');
  expect(index?.fromServiceWorker()).toBe(true);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const answers: boolean[] = [];
  page.on('response', (answer) => {
    if (new URL(answer.url()).pathname.startsWith('/api/')) answers.push(answer.fromServiceWorker());
  });
  await page.reload();
  await expect(page.getByRole('heading', { name: 'This week' })).toBeVisible();
  await expect.poll(() => answers.length).toBeGreaterThan(2);
  expect(answers).not.toContain(true);
});

test('after signing out without a network nothing is cached, and the server is notified when the network is back', async ({
  phone,
}) => {
  const page = await phone.newPage();
  await signInByForm(page, 'estimator', '/estimations');
  await ready(page);
  const other = await phone.newPage();
  await other.goto('/home');
  await phone.setOffline(true);
  await page.getByRole('button', { name: /account/i }).click();
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  for (const tab of [page, other]) await expect(tab).toHaveURL(/\/login/);
  await expect.poll(() => cachedCount(page)).toBe(0);
  await page.goto('/estimations');
  await expect(page).toHaveURL(/\/login/);

  const logout = phone.waitForEvent('response', (answer) => answer.url().endsWith('/api/auth/logout'));
  await phone.setOffline(false);
  expect((await logout).status()).toBe(204);
  await page.goto('/estimations');
  await expect(page).toHaveURL(/\/login/);
  expect((await page.request.post('/api/auth/refresh')).status()).toBe(401);
});

test('another person on the same phone sees nothing of the first', async ({ phone }) => {
  const page = await phone.newPage();
  await signInByForm(page, 'estimator', '/estimations');
  await ready(page);
  await page.getByRole('button', { name: /account/i }).click();
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect(page).toHaveURL(/\/login/);
  await expect.poll(() => cachedCount(page)).toBe(0);
  await signInByForm(page, 'user', '/home');
  await phone.setOffline(true);
  await page.goto('/estimations');
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'This week' })).toHaveCount(0);
});

test('a new version waits for a press, and takes over with one reload', async ({ browser, baseURL }) => {
  const product = new URL(baseURL ?? '');
  let version = 1;
  const server = await between(product, (path, text) => {
    if (version === 1) return text;
    if (path === '/sw.js') return text.replace(/(\/index\.html`?"?,revision:[`"])\w/, '$1new-');
    return text.replace('<title>', '<meta name="version" content="2"><title>');
  });
  const context = await browser.newContext({ baseURL: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
  try {
    const page = await context.newPage();
    await signInByForm(page, 'estimator', '/estimations');
    await ready(page);
    version = 2;
    let loads = 0;
    page.on('load', () => (loads += 1));
    await page.goto('/estimations/assessments');
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
    const reload = page.getByRole('button', { name: 'Reload' });
    await expect(reload).toBeVisible();
    // Until then the old version is complete.
    await page.goto('/estimations/leaderboard');
    await expect(page.getByRole('heading', { name: 'Leaderboard', level: 1 })).toBeVisible();
    await expect(page.locator('meta[name=version]')).toHaveCount(0);
    loads = 0;
    await reload.click();
    await expect(page.locator('meta[name=version]')).toHaveCount(1);
    await expect(page.getByRole('heading', { name: 'Leaderboard', level: 1 })).toBeVisible();
    await context.setOffline(true);
    await page.reload();
    await expect(page.locator('meta[name=version]')).toHaveCount(1);
    await expect(page.getByRole('heading', { name: 'Leaderboard', level: 1 })).toBeVisible();
    expect(loads).toBe(2);
  } finally {
    await context.close();
    server.close();
    server.closeAllConnections();
  }
});

test("a captive portal's page is never stored as the app, which is installed after the portal has ended", async ({
  browser,
  baseURL,
}) => {
  const product = new URL(baseURL ?? '');
  let portal = true;
  let installs = 0;
  // The worker is let through, and its files are not: portals answer what they do not know with a page and a 200.
  const server = await between(product, (path, text) => {
    if (path !== '/index.html') return text;
    installs += 1;
    return portal ? '<!doctype html><title>Sign in to the network</title><script src="/portal.js"></script>' : text;
  });
  const context = await browser.newContext({ baseURL: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
  try {
    const page = await context.newPage();
    await signInByForm(page, 'estimator', '/estimations');
    await expect.poll(() => installs).toBeGreaterThan(0);
    const worker = () =>
      page.evaluate(async () => {
        const registration = await navigator.serviceWorker.getRegistration();
        return registration?.installing ? 'installing' : registration?.active ? 'active' : 'none';
      });
    await expect.poll(worker).not.toBe('installing');
    expect(await worker()).toBe('none');
    portal = false;
    await page.goto('/estimations');
    await ready(page);
    await context.setOffline(true);
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: 'Estimations' })).toBeVisible();
  } finally {
    await context.close();
    server.close();
    server.closeAllConnections();
  }
});

/** A proxy that changes the product's worker and page, as another build would. */
async function between(product: URL, change: (path: string, text: string) => string): Promise<Server> {
  const server = createServer((incoming, outgoing) => {
    const path = (incoming.url ?? '').split('?')[0] ?? '';
    const { origin, ...headers } = { ...incoming.headers, host: product.host, 'accept-encoding': 'identity' };
    const worker = ask(
      new URL(incoming.url ?? '/', product),
      { method: incoming.method ?? 'GET', headers: { ...headers, ...(origin ? { origin: product.origin } : {}) } },
      (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.on('end', () => {
          const whole = Buffer.concat(parts);
          const isChanged = path === '/sw.js' || (answer.headers['content-type'] ?? '').startsWith('text/html');
          const body = isChanged ? Buffer.from(change(path, whole.toString())) : whole;
          const { etag: _etag, 'content-length': _length, 'transfer-encoding': _coding, ...rest } = answer.headers;
          outgoing.writeHead(answer.statusCode ?? 502, isChanged ? rest : answer.headers);
          outgoing.end(body);
        });
      },
    );
    worker.on('error', () => outgoing.destroy());
    incoming.pipe(worker);
  });
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', listening);
  });
  return server;
}
