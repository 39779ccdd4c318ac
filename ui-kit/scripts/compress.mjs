// Replaces each text file of the given folders by a brotli-compressed one (.br). The server sends it as it is, and
// decompresses it for clients without brotli.
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';

const TEXT = /\.(?:html|js|css|json|svg|webmanifest|txt)$/;
/** Files that save less than this are not compressed. */
const LEAST_SAVING = 128;
const kilobytes = (bytes) => `${Math.round(bytes / 1000)} kB`;

for (const folder of process.argv.slice(2)) {
  let plain = 0;
  let packed = 0;
  for (const name of readdirSync(folder, { recursive: true })) {
    const file = join(folder, name);
    if (!TEXT.test(file) || !statSync(file).isFile()) continue;
    const source = readFileSync(file);
    const twin = brotliCompressSync(source, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: source.length },
    });
    rmSync(`${file}.br`, { force: true });
    if (source.length - twin.length >= LEAST_SAVING) {
      writeFileSync(`${file}.br`, twin);
      rmSync(file);
    }
    plain += source.length;
    packed += twin.length;
  }
  console.log(`${folder}: ${kilobytes(plain)} of text, ${kilobytes(packed)} compressed`);
}
