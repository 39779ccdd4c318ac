import type { Schema } from '@mizan/openapi/document';
import { expect, test } from 'vitest';
import { differences } from './difference.ts';
import type { Version } from './version.ts';
import { deedOf, listed, restoredVersion } from './revision-texts.ts';

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
const deed = (one: Version, all: Version[] = []) => deedOf(shape, one, differences(shape, one.before, one.after), all);

test('changes name their fields, a group only one time', () => {
  expect(deed(version(2, 'update', { rent: 1, status: 'a' }, { rent: 2, status: 'b' }))).toBe(
    'changed Yearly rent and Status',
  );
  expect(deed(version(2, 'update', { at: { x: 1, y: 1 } }, { at: { x: 2, y: 2 } }))).toBe('changed Coordinates');
});

test("a change that the record does not show is named by the server's field", () => {
  expect(deed(version(2, 'update', { rent: 1 }, { rent: 1 }, ['status']))).toBe('changed Status');
  expect(deed(version(2, 'update', { rent: 1 }, { rent: 1 }))).toBe('saved it without a visible change');
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
    'created it',
    'deleted it',
    'locked the account',
    'unlocked the account',
    'set a new password',
    'allowed linking',
    'unlinked an identity',
    'made an API token',
    'ended an API token',
    'signed out everywhere and ended all API tokens',
    'accepted the request',
    'declined the request',
    'did: send invitation',
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
  expect(deed(all[4] as Version, all)).toBe('restored version 3');
  expect(deed(all[4] as Version, [])).toBe('restored an earlier version');
});

test('a restored deletion names the version before it', () => {
  const all = [
    version(1, 'create', null, { rent: 1 }),
    version(2, 'delete', { rent: 1 }, null),
    version(3, 'restore', null, { rent: 1 }),
  ];
  expect(deed(all[2] as Version, all)).toBe('restored version 1');
});

test('many names are counted', () => {
  expect(listed(['A', 'B', 'C', 'D'])).toContain('D');
  expect(listed(['A', 'B', 'C', 'D', 'E'])).toMatch(/2 more$/);
});
