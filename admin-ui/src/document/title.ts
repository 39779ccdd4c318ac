// The title of a record: a template with fields in braces, filled in by the same rules as on the server.

interface Template {
  /** Each field with the text before it. */
  fields: { before: string; field: string }[];
  /** The text after the last field, which belongs to it. */
  end: string;
}

const read = new Map<string, Template>();

function templateOf(text: string): Template {
  const known = read.get(text);
  if (known) return known;
  const fields: Template['fields'] = [];
  let at = 0;
  for (const { 0: whole, 1: field = '', index } of text.matchAll(/\{([^{}]+)\}/g)) {
    fields.push({ before: text.slice(at, index), field });
    at = index + whole.length;
  }
  const template = { fields, end: text.slice(at) };
  read.set(text, template);
  return template;
}

/** The fields of a template, from left to right. */
export const fieldsOf = (template: string): string[] => templateOf(template).fields.map(({ field }) => field);

/**
 * Fills in a template. An empty field is omitted together with the text before it, or for the first field the text
 * after it; the result is empty when all fields are.
 */
export function filled(template: string, valueOf: (field: string) => string): string {
  const { fields, end } = templateOf(template);
  let text = '';
  let ended = false;
  fields.forEach(({ before, field }, at) => {
    const value = valueOf(field);
    ended = value !== '';
    if (!ended) return;
    if (at === 0 || text !== '') text += before;
    text += value;
  });
  return ended ? text + end : text;
}

/** The text of a value in a title: of a reference its title, of a list all entries. */
export function textOf(value: unknown, titleOf: (shown: Record<string, unknown>) => string): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value.trim();
  if (Array.isArray(value)) {
    return value
      .map((one) => textOf(one, titleOf))
      .filter(Boolean)
      .join(', ');
  }
  return typeof value === 'object' ? titleOf(value as Record<string, unknown>) : String(value as number | boolean);
}
