// Reads and writes CSV as the product does, with a list in a cell as JSON.

/** Formats a cell. */
export function cell(value) {
  if (value === null || value === undefined) return '';
  const text = Array.isArray(value) ? JSON.stringify(value) : String(value);
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Parses a line; seeded cells contain no line breaks. */
export function cells(line) {
  const found = line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g);
  return Array.from(found, ([, quoted, bare]) => quoted?.replaceAll('""', '"') ?? bare.replace(/\r$/, ''));
}
