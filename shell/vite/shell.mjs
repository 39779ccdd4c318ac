// What the builds of all apps with the shell have in common.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { pageStart, preloadFace, productOfServer, SERVER } from '@mizan/ui-kit/vite';
import { productIn } from '@mizan/ui-kit/vite/product';
import react from '@vitejs/plugin-react';

const ICONS = fileURLToPath(new URL('../public/', import.meta.url));

/**
 * The shell's icons, in the build of another app.
 *
 * @returns {import('vite').Plugin}
 */
function icons() {
  let isOwn = false;
  return {
    name: 'mizan-shell-icons',
    configResolved({ publicDir }) {
      isOwn = `${publicDir}/` === ICONS;
    },
    configureServer(server) {
      if (isOwn) return;
      for (const name of readdirSync(ICONS))
        server.middlewares.use(`/${name}`, (_request, response) => {
          if (name.endsWith('.svg')) response.setHeader('Content-Type', 'image/svg+xml');
          response.end(readFileSync(ICONS + name));
        });
    },
    generateBundle() {
      if (isOwn) return;
      for (const name of readdirSync(ICONS))
        this.emitFile({ type: 'asset', fileName: name, source: readFileSync(ICONS + name) });
    },
  };
}

/**
 * @param {string} product The folder of the product.
 * @returns {import('vite').PluginOption[]}
 */
export const shell = (product) => [react(), productIn(product), pageStart(), preloadFace(), productOfServer(), icons()];

const SELECTED = fileURLToPath(new URL('../src/selected.ts', import.meta.url));

/** The router's store imports this hook from a package for older versions of React. */
export const alias = [{ find: /^use-sync-external-store\/shim\/with-selector(?:\.js)?$/, replacement: SELECTED }];

/** @type {{ assetsInlineLimit: number; modulePreload: { polyfill: boolean }; target: string }} */
export const build = { assetsInlineLimit: 0, modulePreload: { polyfill: false }, target: 'es2023' };

/**
 * What every screen needs is one chunk: many small ones compress worse.
 *
 * @type {{ name: string; tags: ['$initial']; priority: number }}
 */
export const core = { name: 'core', tags: ['$initial'], priority: 1 };

/** @type {import('vite').ServerOptions} */
export const server = { proxy: { '/api': SERVER, '/docs': SERVER } };

/**
 * The configuration of the shell alone, without areas of its own.
 *
 * @param {{ product: string; outDir?: string }} of The folder of the product, and where it is built.
 * @returns {import('vite').UserConfig}
 */
export const shellApp = ({ product, outDir = 'dist' }) => ({
  root: fileURLToPath(new URL('..', import.meta.url)),
  plugins: shell(product),
  resolve: { alias },
  build: { ...build, outDir, emptyOutDir: true, rolldownOptions: { output: { codeSplitting: { groups: [core] } } } },
  server,
});
