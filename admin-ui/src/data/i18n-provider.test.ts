import { expect, test } from 'vitest';
import type { Resource } from '../document/resources.ts';
import { i18nProviderOf, loadTexts, translationsOf } from './i18n-provider.ts';

const of = i18nProviderOf({ viewings: { open: '%{smart_count} viewing |||| %{smart_count} viewings' }, 'a.b': 'flat' });

test('a text has its own form for one, and takes values by their names', () => {
  expect(of.translate('viewings.open', { smart_count: 1 })).toBe('1 viewing');
  expect(of.translate('viewings.open', { smart_count: 3 })).toBe('3 viewings');
  expect(of.translate('a.b')).toBe('flat');
});

test('a missing translation falls back to the default, else to the key', () => {
  expect(of.translate('viewings.other', { _: 'Seen by %{name}', name: 'Omar' })).toBe('Seen by Omar');
  expect(of.translate('viewings')).toBe('viewings');
  expect(of.translate('constructor.name')).toBe('constructor.name');
});

test("react-admin's own texts are there, and a module's come before them", async () => {
  const texts = await loadTexts();
  expect(i18nProviderOf(texts).translate('ra.action.undo')).toBe('Undo');
  expect(i18nProviderOf({ ra: { action: { undo: 'Take back' } } }, texts).translate('ra.action.undo')).toBe(
    'Take back',
  );
});

test('resources and fields have the names of the document', () => {
  const viewings = {
    name: 'viewings',
    singular: 'Viewing',
    label: 'Viewings',
    view: { properties: { viewedOn: { title: 'Day' }, company: { 'x-reference': { resource: 'companies' } } } },
    input: { properties: { companyId: { title: 'Sent by' } } },
  } as unknown as Resource;
  const { translate } = i18nProviderOf(translationsOf([viewings]));
  const fields = ['viewedOn', 'company', 'company._id', 'companyId'];
  expect(translate('resources.viewings.name', { smart_count: 2 })).toBe('Viewings');
  expect(fields.map((field) => translate(`resources.viewings.fields.${field}`))).toEqual([
    'Day',
    'Company',
    'Company',
    'Sent by',
  ]);
});
