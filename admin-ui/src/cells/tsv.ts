// Tables as spreadsheets copy and paste them: cells between tabs, rows between line ends, and quoted what has either.

/** The cells of a text, row by row. All rows have the same number of cells. */
export function readTable(text: string): string[][] {
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
    } else if (sign === '"' && cell === '' && isQuoted(text, at)) quoted = true;
    else if (sign === '\t') endCell();
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
function isQuoted(text: string, start: number): boolean {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] !== '"') continue;
    if (text[at + 1] === '"') at += 1;
    else return at + 1 === text.length || /[\t\r\n]/.test(text[at + 1] as string);
  }
  return false;
}

export const writeTable = (rows: string[][]): string => rows.map((row) => row.map(written).join('\t')).join('\r\n');

const written = (cell: string): string => (/[\t\r\n"]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
