// What is measured on: the binary with demo data in a database that goes away, and a browser in which its estimator is
// signed in, as wide as a phone.
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Server } from '../server.mjs';
import { Refusal } from '../settings.mjs';

// Playwright is the browser tests' own.
const { chromium, devices } = createRequire(new URL('../../tests/browser/', import.meta.url))('@playwright/test');

export const CHROMIUM = process.env.MIZAN_CHROMIUM ?? process.env.CHROME_PATH ?? '/usr/bin/chromium-headless-shell';

/** Starts binary and browser and gives what `measure` gives; both are gone afterwards, and what they wrote. */
export async function onPhone(binary, args, measure) {
  const folder = mkdtempSync(join(tmpdir(), 'mizan-phone-'));
  const server = await Server.start(resolve(binary), `sqlite://${folder}/mizan.db`, ['serve', '--demo']);
  let context;
  try {
    const base = `http://127.0.0.1:${server.port}`;
    const { defaultBrowserType: _, ...phone } = devices['Pixel 7'];
    context = await chromium.launchPersistentContext(join(folder, 'browser'), {
      ...phone,
      executablePath: CHROMIUM,
      baseURL: base,
      args: ['--no-sandbox', ...args],
    });
    return await measure({ base, context, folder });
  } finally {
    await context?.close();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Signs the demo's estimator in; gives the address of a project in which a unit is still to be assessed. */
export async function signIn(context) {
  const login = await context.request.post('/api/auth/login', {
    data: { email: 'estimator@demo.test', password: 'mizan-demo' },
  });
  if (!login.ok()) throw new Refusal(`Signing in was answered with ${login.status()}`);
  const { accessToken } = await login.json();
  const answer = await context.request.get('/api/projects?filter=not-started&limit=100', {
    headers: { authorization: `Bearer ${accessToken}` },
  });
  const { items } = await answer.json();
  const { _id: project } = items.find(({ unitsCount }) => unitsCount >= 20) ?? {};
  if (!project) throw new Refusal('There is no project with enough units to assess');
  const page = await context.newPage();
  // As one comes back from an identity provider: from then on the browser knows that there is a session.
  await page.goto('/home?handshake=1');
  await page.waitForURL((url) => !url.searchParams.has('handshake'));
  await page.close();
  return `/estimations/assessments/${project}`;
}

/** Runs a script of this folder; what stands in its way is a sentence, not a trace. */
export async function main(work) {
  try {
    process.exitCode = (await work(process.argv.slice(2))) ? 0 : 1;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}
