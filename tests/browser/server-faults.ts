// A slow or failing server.
import type { Page, Route } from '@playwright/test';

/** Delays requests to a URL until the returned function is called. */
export async function delayResponses(page: Page, address: string | RegExp, method = 'GET'): Promise<() => void> {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(address, async (route: Route) => {
    if (route.request().method() === method) await released;
    await route.fallback();
  });
  return release;
}

/** Responds to requests of a URL with an error; `detail` is its message, if any. */
export async function failResponses(
  page: Page,
  address: string | RegExp,
  method = 'GET',
  detail?: string,
): Promise<void> {
  const problem = { type: 'about:blank', title: 'Internal Server Error', status: 500, detail };
  const answer =
    detail === undefined
      ? { status: 500, contentType: 'text/plain', body: 'Oops' }
      : { status: 500, contentType: 'application/problem+json', body: JSON.stringify(problem) };
  await page.route(address, (route) =>
    route.request().method() === method ? route.fulfill(answer) : route.fallback(),
  );
}
