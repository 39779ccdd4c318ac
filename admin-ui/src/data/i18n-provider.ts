// The i18nProvider for react-admin: its own texts, those of modules for components of its ecosystem, and the document's
// names of resources and fields. Our own screens take their texts from the product's catalogue.
import { getLocale } from '@mizan/ui-kit/locale';
import { substituteTokens, type I18nProvider, type TranslationMessages } from 'ra-core';
import type { Resource } from '../document/resources.ts';
import { labelOf, referenceOf } from '../document/schema.ts';
import type { Translations } from '../module/types.ts';

/** react-admin's own texts, a separate chunk that is loaded in parallel with the document. */
export const loadTexts = async (): Promise<TranslationMessages> => (await import('ra-language-english')).default;

/** Looks a text up in each of these in turn; falls back to the default, then to the key. */
export function i18nProviderOf(...sources: Translations[]): I18nProvider {
  return {
    translate(key, options = {}) {
      const text = sources.reduce<string | undefined>((found, source) => found ?? textAt(source, key), undefined);
      return written(text ?? (options['_'] as string | undefined) ?? key, options as Record<string, unknown>);
    },
    changeLocale: () => Promise.resolve(),
    getLocale,
  };
}

/** The document's names of resources and fields, under the keys that react-admin uses. */
export const translationsOf = (resources: Resource[]): Translations =>
  Object.fromEntries(
    resources.flatMap(({ name, singular, label, view, input }) => [
      [`resources.${name}.name`, `${singular} |||| ${label}`],
      ...Object.entries({ ...input?.properties, ...view.properties }).flatMap(([field, schema]) => {
        const key = `resources.${name}.fields.${field}`;
        // For a reference, both its identifier and its name are labelled as the reference.
        const keys = referenceOf(schema) ? [key, `${key}._id`, `${key}.name`] : [key];
        return keys.map((one) => [one, labelOf(field, schema)]);
      }),
    ]),
  );

/** The text under a key, which may contain dots, or be a path. */
function textAt(source: Translations, key: string): string | undefined {
  let at: Translations | string | undefined = source;
  for (const part of key in source ? [key] : key.split('.')) {
    if (typeof at !== 'object' || !Object.hasOwn(at, part)) return undefined;
    at = at[part];
  }
  return typeof at === 'string' ? at : undefined;
}

/** `one |||| many` by `smart_count`, then `%{name}` by the value of that name. */
function written(text: string, options: Record<string, unknown>): string {
  const forms = text.split('||||').map((form) => form.trim());
  const count = options['smart_count'];
  const form = forms.length > 1 && count !== undefined && Number(count) !== 1 ? forms[1] : forms[0];
  return substituteTokens(form ?? text, options);
}
