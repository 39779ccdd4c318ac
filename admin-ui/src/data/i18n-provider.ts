// Language for react-admin: its own texts, those that modules bring for its ecosystem, and what the document calls
// resources and fields. All texts of our own screens come from the product's catalogue by themselves.
import { getLocale } from '@mizan/ui-kit/locale';
import { substituteTokens, type I18nProvider, type TranslationMessages } from 'react-admin';
import type { Resource } from '../document/resources.ts';
import { labelOf, referenceOf } from '../document/schema.ts';
import type { Translations } from '../module/types.ts';

/** react-admin's own texts, in a file of their own that is loaded beside the document. */
export const loadTexts = async (): Promise<TranslationMessages> => (await import('ra-language-english')).default;

/** Looks texts up in each of these in turn; what none has is answered by what was proposed, else by its key. */
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

/** What the document calls its resources and their fields, under the keys by which react-admin asks. */
export const translationsOf = (resources: Resource[]): Translations =>
  Object.fromEntries(
    resources.flatMap(({ name, singular, label, view, input }) => [
      [`resources.${name}.name`, `${singular} |||| ${label}`],
      ...Object.entries({ ...input?.properties, ...view.properties }).flatMap(([field, schema]) => {
        const key = `resources.${name}.fields.${field}`;
        // Of what is referred to, the identifier and the name are both drawn in place of the whole.
        const keys = referenceOf(schema) ? [key, `${key}._id`, `${key}.name`] : [key];
        return keys.map((one) => [one, labelOf(field, schema)]);
      }),
    ]),
  );

/** The text under a key, or under the parts of it between its dots. */
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
