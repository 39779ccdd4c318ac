// Tables as spreadsheets copy and paste them: cells between tabs, or another separator of a file, rows between line ends, and
// quoted what has either.

/** The cells of a text, row by row. All rows have the same number of cells. */
export function readTable(text: string, separator = '\t'): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let quoted = false;
  const endCell = () => {
    row.push(cell);
    cell = '';
  };
  const endRow = () => {
    endCell();
    rows.push(row);
    row = [];
  };
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at] as string;
    if (quoted) {
      if (sign !== '"') cell += sign;
      else if (text[at + 1] === '"') {
        cell += sign;
        at += 1;
      } else quoted = false;
    } else if (sign === '"' && cell === '' && isQuoted(text, at, separator)) quoted = true;
    else if (sign === separator) endCell();
    else if (sign === '\n') endRow();
    else if (sign === '\r') {
      if (text[at + 1] !== '\n') endRow();
    } else cell += sign;
  }
  // The last line end ends a row; it does not begin one.
  if (cell !== '' || row.length > 0 || rows.length === 0) endRow();
  const width = Math.max(...rows.map((one) => one.length));
  return rows.map((one) => [...one, ...Array<string>(width - one.length).fill('')]);
}

/** Whether a quote at the beginning of a cell has one at its end: `5" pipe` and `"Marina" tower` are texts as they are. */
function isQuoted(text: string, start: number, separator: string): boolean {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] !== '"') continue;
    if (text[at + 1] === '"') at += 1;
    else return at + 1 === text.length || ['\r', '\n', separator].includes(text[at + 1] as string);
  }
  return false;
}

export const writeTable = (rows: string[][], separator = '\t'): string =>
  rows.map((row) => row.map((cell) => written(cell, separator)).join(separator)).join('\r\n');

const written = (cell: string, separator: string): string =>
  ['\r', '\n', '"', separator].some((sign) => cell.includes(sign)) ? `"${cell.replaceAll('"', '""')}"` : cell;
