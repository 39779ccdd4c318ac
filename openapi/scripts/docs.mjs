// Builds dist-docs, the page served at /docs: swagger-ui's files and ours from docs/.
import { copyFileSync, mkdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const swagger = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
const out = join(root, 'dist-docs');

rmSync(out, { recursive: true, force: true });
mkdirSync(out);
for (const name of ['swagger-ui.css', 'swagger-ui-bundle.js']) copyFileSync(join(swagger, name), join(out, name));
for (const name of ['index.html', 'init.js', 'token.js', 'docs.css'])
  copyFileSync(join(root, 'docs', name), join(out, name));
