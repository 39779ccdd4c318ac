// Emits each icon of the library as `icons/<name>.svg`, for the icons that the document names; a page loads only those
// that it shows.
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const library = dirname(createRequire(import.meta.url).resolve('lucide-static/package.json'));
const folder = join(library, 'icons');

/** An icon without the attributes that a mask does not need, with the line width of the icons in code. */
const packed = (svg) =>
  svg
    .replace(/<!--.*?-->\s*/s, '')
    .replace(/^<svg[^>]*>/, (root) =>
      root.replaceAll(/\s(?:class|width|height)="[^"]*"/g, '').replace('width="2"', 'width="1.75"'),
    )
    .replaceAll(/\s+/g, ' ')
    .replaceAll('> <', '><')
    .replaceAll(/ (?=\/?>)/g, '')
    .trim();

const read = (name) => packed(readFileSync(join(folder, name), 'utf8'));

/** The names of all icons. */
export const iconNames = () => readdirSync(folder).map((name) => name.replace(/\.svg$/, ''));

export function icons() {
  let base = '/';
  return {
    name: 'icons',
    configResolved(config) {
      base = config.base;
    },
    generateBundle() {
      for (const name of readdirSync(folder)) {
        this.emitFile({ type: 'asset', fileName: `icons/${name}`, source: read(name) });
      }
      this.emitFile({
        type: 'asset',
        fileName: 'icons/LICENSE',
        source: readFileSync(join(library, 'LICENSE'), 'utf8'),
      });
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const name = new RegExp(`^${base}icons/([a-z0-9-]+\\.svg)$`).exec(request.url ?? '')?.[1];
        if (!name) return next();
        response.setHeader('Content-Type', 'image/svg+xml');
        return response.end(read(name));
      });
    },
  };
}
