// Writes tables as CSV for spreadsheets.

/** A table as CSV by RFC 4180, with a byte order mark, by which spreadsheets recognise UTF-8. */
export function csvOf(rows: (string | number)[][]): string {
  return `\uFEFF${rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')}`;
}

function cell(value: string | number): string {
  // A spreadsheet would run a text that begins like this as a formula.
  const text = typeof value === 'string' && /^[=+\-@＝＋－＠\t\n\r]/.test(value) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text;
}
