// The fixtures of all browser tests. A test fails when the console shows an error, the content security policy is
// violated, a script throws, or another host is requested.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test as base, expect, type BrowserContext, type ConsoleMessage, type Page } from '@playwright/test';
import type { AxeResults } from 'axe-core';
import { Records } from './records';

export { expect };

interface Options {
  /** The error statuses that the test provokes; the browser's console message about each is ignored. */
  refusals: number[];
  /** Whether screens follow what others do: changes and looks at records. */
  live: boolean;
}

interface Fixtures {
  /** The complaints of this test's pages so far; it must be empty at the end. */
  complaints: string[];
  /** Records for the test, deleted or restored at the end. */
  records: Records;
  /** Opens another browser context, with the same checks. */
  visitor: () => Promise<Page>;
}

/** Whether a complaint is the browser's own about a request without a network, also for the script of the worker. */
export const isOfNetwork = (complaint: string): boolean =>
  complaint.includes('net::ERR_') || complaint.includes('occurred when fetching the script');

export const test = base.extend<Options & Fixtures>({
  refusals: [[], { option: true }],
  live: [false, { option: true }],
  complaints: [
    async ({ context, baseURL, refusals, live }, use) => {
      const complaints: string[] = [];
      await listen(context, new URL(baseURL ?? '').origin, refusals, complaints, live);
      await use(complaints);
      expect(complaints, 'what the pages complained about').toEqual([]);
    },
    { auto: true },
  ],
  records: async ({ playwright, baseURL, context, complaints }, give) => {
    // Not the page's own request context, which would share its cookies.
    const request = await playwright.request.newContext(baseURL === undefined ? {} : { baseURL });
    const records = new Records(request);
    await give(records);
    // Pages are closed before their records are deleted; after a complaint they stay open for the screenshot.
    if (complaints.length === 0) for (const page of context.pages()) await page.close();
    await records.undo();
    await request.dispose();
  },
  visitor: async ({ browser, baseURL, refusals, live, complaints }, give) => {
    const contexts: BrowserContext[] = [];
    await give(async () => {
      const context = await browser.newContext();
      contexts.push(context);
      await listen(context, new URL(baseURL ?? '').origin, refusals, complaints, live);
      return context.newPage();
    });
    for (const context of contexts) await context.close();
  },
});

/** Adds the same checks to another browser context. */
export async function listen(
  context: BrowserContext,
  origin: string,
  refusals: number[],
  complaints: string[],
  live = false,
): Promise<void> {
  if (!live) await context.addInitScript(ignoreOthers);
  await context.exposeBinding('reportViolation', (_, what: string) => complaints.push(`CSP violation: ${what}`));
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const { reportViolation } = globalThis as unknown as { reportViolation: (what: string) => void };
      reportViolation(`${event.violatedDirective} ${event.blockedURI} in ${event.sourceFile}:${event.lineNumber}`);
    });
  });
  context.on('console', (message) => {
    if (message.type() !== 'error' || isRefusal(message, refusals)) return;
    const complaint = `console error: ${message.text()} (${message.location().url})`;
    const page = message.page();
    // A window that is closed while it loads its next screen reports what was not loaded any more.
    if (page && /Unable to preload CSS|Failed to fetch dynamically imported module/.test(message.text())) {
      if (!page.isClosed()) page.waitForEvent('close', { timeout: 2000 }).catch(() => complaints.push(complaint));
      return;
    }
    complaints.push(complaint);
  });
  context.on('weberror', (error) => complaints.push(`uncaught: ${String(error.error())}`));
  context.on('request', (request) => {
    const url = new URL(request.url());
    if (url.protocol !== 'data:' && url.protocol !== 'blob:' && url.origin !== origin) {
      complaints.push(`foreign request: ${request.url()}`);
    }
  });
}

/**
 * Answers, in the page, the stream of what others change by one on which nothing happens, and a look at a record by that
 * of its only viewer: tests say themselves what is read again, and count requests that no time sends. Not by a route, with
 * which the browser caches nothing.
 */
function ignoreOthers(): void {
  const { fetch } = globalThis;
  const answers: Record<string, () => Response> = {
    '/api/backoffice/live': () =>
      new Response(new ReadableStream(), { headers: { 'Content-Type': 'text/event-stream' } }),
    '/api/backoffice/viewers': () => Response.json({ items: [] }),
  };
  globalThis.fetch = (input, init) => {
    const answer = input instanceof Request ? answers[new URL(input.url).pathname] : undefined;
    return answer ? Promise.resolve(answer()) : fetch(input, init);
  };
}

function isRefusal(message: ConsoleMessage, refusals: number[]): boolean {
  const status = /^Failed to load resource: the server responded with a status of (\d+)/.exec(message.text())?.[1];
  return status !== undefined && refusals.includes(Number(status));
}

/** The accounts of the demo data. */
export type Account = 'admin' | 'estimator' | 'analyst' | 'broker' | 'user';

export interface Credentials {
  email: string;
  password: string;
}

const credentialsOf = (who: Account | Credentials): Credentials =>
  typeof who === 'string'
    ? { email: `${who}@demo.test`, password: 'mizan-demo' }
    : { email: who.email, password: who.password };

/** Signs in by the form, and waits for `to`. */
export async function signInByForm(page: Page, who: Account | Credentials, to = '/home'): Promise<void> {
  const { email, password } = credentialsOf(who);
  await page.goto(`/login?redirect=${encodeURIComponent(to)}`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL((url) => url.pathname === new URL(to, url).pathname);
}

/** Signs in by request, and opens `to` as after the redirect of an identity provider. */
export async function signIn(page: Page, who: Account | Credentials, to = '/home'): Promise<void> {
  const answer = await page.request.post('/api/auth/login', { data: credentialsOf(who) });
  expect(answer.ok(), `signing in answered ${answer.status()}`).toBe(true);
  await page.goto(`${to}${to.includes('?') ? '&' : '?'}handshake=1`);
  await page.waitForURL((url) => !url.searchParams.has('handshake'));
}

/**
 * Finishes running transitions and animations, and those that start after them, except for infinite ones. A frame is
 * awaited by an animation, since `page.clock` replaces `requestAnimationFrame` by a timer that waits for no frame.
 */
async function settle(): Promise<void> {
  const frame = () => document.documentElement.animate([], 1).finished;
  for (;;) {
    await frame();
    await frame();
    const ending = document.getAnimations().filter((one) => one.effect?.getComputedTiming().endTime !== Infinity);
    if (ending.every((one) => one.playState === 'finished')) return;
    for (const one of ending) one.finish();
  }
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The rules whose result may differ in the dark theme. */
const COLOURS = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] };

/** Checks the page with axe, in the light and the dark theme; serious and critical violations fail. */
export async function axe(page: Page): Promise<void> {
  const found: string[] = [];
  for (const [colorScheme, runOnly] of [
    ['dark', COLOURS],
    ['light', undefined],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await page.evaluate(settle);
    // Evaluated, because the content security policy forbids adding it as a script element.
    if (await page.evaluate("typeof axe === 'undefined'")) await page.evaluate(AXE);
    const options = JSON.stringify({ resultTypes: ['violations'], runOnly });
    const { violations } = await page.evaluate<AxeResults>(`axe.run(${options})`);
    for (const { id, impact, help, nodes } of violations) {
      if (impact !== 'serious' && impact !== 'critical') continue;
      const nodesFound = nodes.slice(0, 5).map((node) => `  ${node.target.join(' ')}: ${node.html.slice(0, 160)}`);
      found.push([`${colorScheme}, ${impact}: ${id}, ${help} (${nodes.length})`, ...nodesFound].join('\n'));
    }
  }
  expect(found.join('\n'), `what axe found at ${page.url()}`).toBe('');
}
