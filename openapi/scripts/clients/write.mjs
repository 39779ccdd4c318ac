// Writes what is generated of the clients in Python and Go.
//
//   node scripts/clients/write.mjs [DOCUMENT FOLDER]
//
// A product has its own document: FOLDER then gets the parts by hand, too, and is complete.
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { goOf } from './go.mjs';
import { readDocument } from './operations.mjs';
import { pythonOf } from './python.mjs';

const own = fileURLToPath(new URL('../..', import.meta.url));
const [from = join(own, 'mizan.json'), to = own] = process.argv.slice(2);
const read = readDocument(JSON.parse(readFileSync(from, 'utf8')));
if (resolve(to) !== resolve(own))
  for (const part of ['python', 'go'])
    cpSync(join(own, part), join(to, part), { recursive: true, filter: (path) => basename(path) !== '__pycache__' });
writeFileSync(join(to, 'python/mizan/schema.py'), pythonOf(read, basename(from)));
writeFileSync(join(to, 'go/schema.go'), goOf(read, basename(from)));
