// Which pages the service worker serves.
import { expect, it } from 'vitest';
import { isPageOfThisApp } from './pages';

it.each(['/', '/login', '/join-us', '/home', '/estimations', '/estimations/assessments/5f/6a', '/home/nothing'])(
  '%s is a page of this app',
  (path) => expect(isPageOfThisApp(path)).toBe(true),
);

it.each([
  '/api',
  '/api/assessments',
  '/api/auth/oidc/desk/start',
  '/backoffice',
  '/backoffice/units/1',
  '/analytics/',
  '/docs/',
  '/_admin/assets/a.js',
  '/.well-known/jwks.json',
  '/healthz',
  '/readyz',
  '/metrics',
  '/front-office',
  '/nothing',
  '/icon.svg',
  '/assets/gone-1234.js',
])('%s is left to the server', (path) => expect(isPageOfThisApp(path)).toBe(false));
