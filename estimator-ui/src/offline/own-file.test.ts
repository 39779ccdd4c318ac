// What the service worker caches as a file of this app, and what a captive portal may answer in its place.
import { expect, it } from 'vitest';
import { isOwnFile, isOwnPage } from './own-file';

const at = (path: string): string => `https://mizan.test${path}`;
const answer = (path: string, rest: Partial<Response> = {}): Response =>
  ({ status: 200, type: 'basic', url: at(path), ...rest }) as Response;

it('files of the app are cached', () => {
  for (const [path, type] of [
    ['/index.html?__WB_REVISION__=1', 'text/html; charset=utf-8'],
    ['/assets/index-1.js', 'text/javascript; charset=utf-8'],
    ['/assets/index-1.js', 'application/javascript'],
    ['/assets/index-1.css', 'text/css'],
    ['/assets/inter-1.woff2', 'font/woff2'],
    ['/icon.svg', 'image/svg+xml'],
    ['/manifest.webmanifest', 'application/manifest+json'],
  ] as const)
    expect(isOwnFile(at(path), answer(path), type), path).toBe(true);
});

it("a portal's page, a redirect, an error and another origin are not", () => {
  const script = '/assets/index-1.js';
  for (const path of [script, '/assets/index-1.css', '/assets/inter-1.woff2', '/icon.svg', '/manifest.webmanifest'])
    expect(isOwnFile(at(path), answer(path), 'text/html'), path).toBe(false);
  for (const rest of [
    { status: 204 },
    { status: 302 },
    { status: 511 },
    { type: 'cors' },
    { type: 'opaque' },
    { url: at('/sign-in-to-the-network') },
    // The copy that workbox makes of a redirected response.
    { url: '', type: 'default' },
  ] as const)
    expect(isOwnFile(at(script), answer(script, rest), 'text/javascript'), JSON.stringify(rest)).toBe(false);
});

it("a page is this build's when it loads one of its scripts", () => {
  const files = ['/page-start.js', '/assets/index-1.js', '/assets/index-1.css'];
  expect(isOwnPage('<script type="module" crossorigin src="/assets/index-1.js"></script>', files)).toBe(true);
  expect(isOwnPage('<p>Sign in to the network</p><script src="/portal.js"></script>', files)).toBe(false);
});
