// Tables as CSV, as spreadsheets open them.

/** One table: lines end as RFC 4180 has it, and the mark in front tells spreadsheets that the text is UTF-8. */
export function csvOf(rows: (string | number)[][]): string {
  return `\uFEFF${rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')}`;
}

function cell(value: string | number): string {
  // A spreadsheet would run a text that begins so.
  const text = typeof value === 'string' && /^[=+\-@＝＋－＠\t\n\r]/.test(value) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text;
}
