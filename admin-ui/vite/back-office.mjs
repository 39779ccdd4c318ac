// The configuration of the back-office: served under /_admin/, no source maps, nothing inlined, because of the content security
// policy. In development the API of a running server is proxied.
import { pageOf, pageStart, preloadFace, productOfServer, SERVER } from '@mizan/ui-kit/vite';
import { productIn } from '@mizan/ui-kit/vite/product';
import react from '@vitejs/plugin-react';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { icons } from './icons.mjs';
import { reactAdmin } from './react-admin.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const BASE = '/_admin/';

/**
 * @param {{ product: string; outDir?: string }} of The folder of the product, and where it is built.
 * @returns {import('vite').UserConfig}
 */
export const backOffice = ({ product, outDir = 'dist' }) => ({
  root: ROOT,
  base: BASE,
  plugins: [react(), reactAdmin(), productIn(product), pageStart(), preloadFace(), productOfServer(), icons()],
  build: {
    assetsInlineLimit: 0,
    sourcemap: false,
    modulePreload: { polyfill: false },
    // What every screen needs is one chunk: many small ones compress worse.
    rolldownOptions: {
      output: { codeSplitting: { groups: [{ name: 'core', tags: ['$initial'], priority: 1 }] } },
    },
    outDir,
    emptyOutDir: true,
  },
  server: { proxy: { '/api': SERVER } },
});

/**
 * In development the back-office within the server of another app, for the pages that the product's server has it at.
 *
 * @param {import('vite').UserConfig} config
 * @returns {import('vite').Plugin}
 */
export const withBackOffice = (config) => ({
  name: 'mizan-back-office',
  apply: 'serve',
  async configureServer({ httpServer, middlewares }) {
    const { createServer } = await import('vite');
    const server = await createServer({
      ...config,
      configFile: false,
      appType: 'custom',
      server: { ...config.server, middlewareMode: true, ws: { server: httpServer } },
    });
    httpServer?.on('close', () => void server.close());
    middlewares.use(async (request, response, next) => {
      const { url = '/', headers } = request;
      if (url.startsWith(BASE)) return server.middlewares(request, response, next);
      if (!headers.accept?.includes('text/html') || !(await pageOf(url)).includes(`"${BASE}`)) return next();
      response.setHeader('Content-Type', 'text/html');
      const html = readFileSync(join(ROOT, 'index.html'), 'utf8');
      return response.end(await server.transformIndexHtml(`${BASE}index.html`, html));
    });
  },
});
