// After signing in, the page of another front end is loaded; this app goes to its own.
import { expect, test } from 'vitest';
import { isOwnPath } from './paths';

test.each(['/', '/?error=x', '/home', '/estimations', '/estimations/assessments/1?unit=2', '/login?redirect=%2Fdocs'])(
  '%s is of this app',
  (address) => expect(isOwnPath(address)).toBe(true),
);

test.each(['/backoffice', '/analytics/explorer?view=1', '/front-office', '/docs', '/homes', '/estimations-of-others'])(
  '%s is of another',
  (address) => expect(isOwnPath(address)).toBe(false),
);
