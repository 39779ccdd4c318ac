import { expect, test } from 'vitest';
import { i18nProviderOf, loadTexts } from './i18n-provider.ts';

const of = i18nProviderOf({ viewings: { open: '%{smart_count} viewing |||| %{smart_count} viewings' }, 'a.b': 'flat' });

test('a text has its own form for one, and takes values by their names', () => {
  expect(of.translate('viewings.open', { smart_count: 1 })).toBe('1 viewing');
  expect(of.translate('viewings.open', { smart_count: 3 })).toBe('3 viewings');
  expect(of.translate('a.b')).toBe('flat');
});

test('what nobody says is answered by what was proposed, else by the key', () => {
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
