// Compiles the examples of the documents: each block of TypeScript in a file of its own, against the sources.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = 'target/examples';
const pages = ['modules/README.md', ...readdirSync('docs/how-to').map((name) => `docs/how-to/${name}`)];

rmSync(FOLDER, { recursive: true, force: true });
mkdirSync(FOLDER, { recursive: true });
/** Where the block of each file begins. */
const places = new Map();
for (const page of pages.filter((name) => name.endsWith('.md'))) {
  const text = readFileSync(page, 'utf8');
  for (const { 1: language, 2: code, index } of text.matchAll(/^```(tsx?)\n([^]*?)^```$/gm)) {
    const file = `${page.replaceAll(/\W+/g, '-')}-${places.size + 1}.${language}`;
    places.set(file, { page, line: text.slice(0, index).split('\n').length });
    writeFileSync(join(FOLDER, file), code);
  }
}
writeFileSync(
  join(FOLDER, 'tsconfig.json'),
  JSON.stringify({
    extends: '../../tsconfig.base.json',
    compilerOptions: { incremental: false, noUnusedLocals: false, types: ['vite/client'] },
    files: [...places.keys()],
  }),
);

const { status, stdout } = spawnSync('node', ['node_modules/typescript-7/bin/tsc', '-p', FOLDER], { encoding: 'utf8' });
// Reported at the lines of the documents.
process.stderr.write(
  stdout.replaceAll(/^target\/examples\/([^(]+)\((\d+),/gm, (found, file, line) => {
    const place = places.get(file);
    return place ? `${place.page}(${place.line + Number(line)},` : found;
  }),
);
process.stdout.write(`${places.size} examples of the documents were compiled.\n`);
process.exitCode = status ?? 1;
