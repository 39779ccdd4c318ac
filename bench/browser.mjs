// What the benchmarks in a browser share: Chromium, the session of a page, and what they print.
import { createRequire } from 'node:module';
import { endAll } from './processes.mjs';
import { Refusal } from './settings.mjs';

// The Playwright of the browser tests.
export const { chromium, devices } = createRequire(new URL('../tests/browser/', import.meta.url))('@playwright/test');

export const CHROMIUM = process.env.MIZAN_CHROMIUM ?? process.env.CHROME_PATH ?? '/usr/bin/chromium-headless-shell';

/** Signs a browser in; returns the access token. */
export async function signIn(context, email, password) {
  const login = await context.request.post('/api/auth/login', { data: { email, password } });
  if (!login.ok()) throw new Refusal(`Signing in was answered with ${login.status()}`);
  const { accessToken } = await login.json();
  const page = await context.newPage();
  // As after the redirect of an identity provider, so that the browser knows of the session.
  await page.goto('/home?handshake=1');
  await page.waitForURL((url) => !url.searchParams.has('handshake'));
  await page.close();
  return accessToken;
}

export const sorted = (times) => times.toSorted((one, other) => one - other);

export const quantile = (times, share) => times[Math.min(times.length - 1, Math.ceil(times.length * share) - 1)];

export const milliseconds = (value) => `${Math.round(value)} ms`.padStart(8);

/** Runs a script; expected errors are printed without a stack trace. A script that is stopped leaves no process. */
export async function main(work) {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.once(signal, async () => {
      await endAll();
      process.exit(1);
    });
  }
  try {
    process.exitCode = (await work(process.argv.slice(2))) ? 0 : 1;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}
