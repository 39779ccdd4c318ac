// Reads workbooks (XLSX) of the product: the rows of the first sheet, each cell as text. Does not support shared
// strings and formulas, which the product does not write.
import { inflateRawSync } from 'node:zlib';

export function rowsOf(workbook: Buffer): string[][] {
  const sheet = entry(workbook, 'xl/worksheets/sheet1.xml').toString('utf8');
  return [...sheet.matchAll(/<row [^>]*>(.*?)<\/row>/gs)].map(([, row = '']) => {
    const cells: string[] = [];
    for (const [, letters = '', inner = ''] of row.matchAll(/<c r="([A-Z]+)\d+"[^>]*?(?:\/>|>(.*?)<\/c>)/gs)) {
      cells[columnOf(letters)] = /<(?:t|v)[^>]*>(.*?)<\/(?:t|v)>/s.exec(inner)?.[1] ?? '';
    }
    return Array.from(cells, (cell) => cell ?? '');
  });
}

/** `A` is 0, `AA` is 26. */
const columnOf = (letters: string): number =>
  [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;

/** Reads a file of a ZIP archive by its central directory. */
function entry(archive: Buffer, name: string): Buffer {
  const end = archive.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  let at = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [method, size] = [archive.readUInt16LE(at + 10), archive.readUInt32LE(at + 20)];
    const [named, extra, comment] = [28, 30, 32].map((offset) => archive.readUInt16LE(at + offset)) as [
      number,
      number,
      number,
    ];
    if (archive.toString('utf8', at + 46, at + 46 + named) === name) {
      const local = archive.readUInt32LE(at + 42);
      const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
      const content = archive.subarray(start, start + size);
      return method === 0 ? content : inflateRawSync(content);
    }
    at += 46 + named + extra + comment;
  }
  throw new Error(`The archive holds no ${name}`);
}
