// After signing in, the page of another front end is loaded; this app goes to its own.
import { expect, test } from 'vitest';
import { isOwnPath } from './own-path';

const areas = [{ path: '/ward' }];

test.each(['/', '/?error=x', '/home', '/ward', '/ward/beds/1?day=2', '/login?redirect=%2Fdocs', '/reset?token=x'])(
  '%s is of this app',
  (address) => expect(isOwnPath(address, areas)).toBe(true),
);

test.each(['/backoffice', '/analytics/explorer?view=1', '/front-office', '/docs', '/homes', '/ward-of-others'])(
  '%s is of another',
  (address) => expect(isOwnPath(address, areas)).toBe(false),
);
