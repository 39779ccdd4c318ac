// Tables as the product reads and writes them: CSV, a list in a cell as JSON.

/** A cell. */
export function cell(value) {
  if (value === null || value === undefined) return '';
  const text = Array.isArray(value) ? JSON.stringify(value) : String(value);
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The cells of a line; none of what is seeded goes over several lines. */
export function cells(line) {
  const found = line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g);
  return Array.from(found, ([, quoted, bare]) => quoted?.replaceAll('""', '"') ?? bare.replace(/\r$/, ''));
}
