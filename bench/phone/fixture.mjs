// The setup of the phone benchmarks: the binary with demo data in a temporary database, and a browser of a phone's
// width, signed in as an estimator.
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Server } from '../server.mjs';
import { Refusal } from '../settings.mjs';

// The Playwright of the browser tests.
const { chromium, devices } = createRequire(new URL('../../tests/browser/', import.meta.url))('@playwright/test');

export const CHROMIUM = process.env.MIZAN_CHROMIUM ?? process.env.CHROME_PATH ?? '/usr/bin/chromium-headless-shell';

/** Starts binary and browser, runs `measure`, and removes both with their files. */
export async function onPhone(binary, args, measure) {
  const folder = mkdtempSync(join(tmpdir(), 'mizan-phone-'));
  const server = await Server.start(resolve(binary), `sqlite://${folder}/mizan.db`, { command: ['serve', '--demo'] });
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

/** Signs in the demo's estimator; returns the URL of a project with an open unit. */
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
  // As after the redirect of an identity provider, so that the browser knows of the session.
  await page.goto('/home?handshake=1');
  await page.waitForURL((url) => !url.searchParams.has('handshake'));
  await page.close();
  return `/estimations/assessments/${project}`;
}

/** Runs a script of this folder; expected errors are printed without a stack trace. */
export async function main(work) {
  try {
    process.exitCode = (await work(process.argv.slice(2))) ? 0 : 1;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}
