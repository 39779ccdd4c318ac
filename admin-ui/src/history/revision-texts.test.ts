import type { Schema } from '@mizan/openapi/document';
import { expect, test } from 'vitest';
import { differences } from './difference.ts';
import type { Version } from './version.ts';
import { listed, restoredVersion, revisionText } from './revision-texts.ts';

const view: Schema = {
  properties: {
    rent: { type: 'integer', title: 'Yearly rent' },
    status: { type: 'string', title: 'Status' },
    at: { type: 'object', title: 'Coordinates', properties: { x: { type: 'number' }, y: { type: 'number' } } },
  },
};
const shape = { view, input: undefined, idField: '_id' };
const version = (
  number: number,
  action: string,
  before: Version['before'],
  after: Version['after'],
  changed: string[] = [],
): Version => ({
  version: number,
  action,
  at: '2026-11-20T10:00:00Z',
  actor: { id: '1', name: 'Layla' },
  request: null,
  before,
  after,
  changed,
});
const deed = (one: Version, versions: Version[] = []) =>
  revisionText('Layla', {
    resource: shape,
    version: one,
    changes: differences(shape, one.before, one.after),
    versions,
  });

test('changes name their fields, a group only one time', () => {
  expect(deed(version(2, 'update', { rent: 1, status: 'a' }, { rent: 2, status: 'b' }))).toBe(
    'Layla changed Yearly rent and Status',
  );
  expect(deed(version(2, 'update', { at: { x: 1, y: 1 } }, { at: { x: 2, y: 2 } }))).toBe('Layla changed Coordinates');
});

test("a change that the record does not show is named by the server's field", () => {
  expect(deed(version(2, 'update', { rent: 1 }, { rent: 1 }, ['status']))).toBe('Layla changed Status');
  expect(deed(version(2, 'update', { rent: 1 }, { rent: 1 }))).toBe('Layla saved it without a visible change');
});

test('other actions have texts', () => {
  const actions = [
    'create',
    'delete',
    'lock',
    'unlock',
    'set-password',
    'allow-linking',
    'unlink',
    'create-token',
    'end-token',
    'end-tokens',
    'accept',
    'decline',
    'send-invitation',
  ];
  expect(actions.map((action) => deed(version(2, action, null, null)))).toEqual([
    'Layla created it',
    'Layla deleted it',
    'Layla locked the account',
    'Layla unlocked the account',
    'Layla set a new password',
    'Layla allowed linking',
    'Layla unlinked an identity',
    'Layla created an API token',
    'Layla ended an API token',
    'Layla signed out everywhere and ended all API tokens',
    'Layla accepted the request',
    'Layla declined the request',
    'Layla changed it (send invitation)',
  ]);
});

test('a restored version is found by its values, the latest of equals', () => {
  const all = [
    version(1, 'create', null, { rent: 1 }),
    version(2, 'update', { rent: 1 }, { rent: 2 }),
    version(3, 'update', { rent: 2 }, { rent: 1 }),
    version(4, 'update', { rent: 1 }, { rent: 3 }),
    version(5, 'restore', { rent: 3 }, { rent: 1 }),
  ];
  expect(restoredVersion(shape, all[4] as Version, all)).toBe(3);
  expect(deed(all[4] as Version, all)).toBe('Layla restored version 3');
  expect(deed(all[4] as Version, [])).toBe('Layla restored an earlier version');
});

test('a restored deletion names the version before it', () => {
  const all = [
    version(1, 'create', null, { rent: 1 }),
    version(2, 'delete', { rent: 1 }, null),
    version(3, 'restore', null, { rent: 1 }),
  ];
  expect(deed(all[2] as Version, all)).toBe('Layla restored version 1');
});

test('many names are counted', () => {
  expect(listed(['A', 'B', 'C', 'D'])).toContain('D');
  expect(listed(['A', 'B', 'C', 'D', 'E'])).toMatch(/2 more$/);
});
