// Builds the back-office: served under /_admin/, no source maps, nothing inlined, because of the content security
// policy. In development the API of a running server is proxied. `--mode desk` builds it for the browser tests, with
// the modules in tests/browser.
import { pageStart, preloadFace, productOfServer } from '@mizan/ui-kit/vite';
import { budgets } from '@mizan/ui-kit/vite/budgets';
import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { icons } from './vite/icons.mjs';
import { reactAdmin } from './vite/react-admin.mjs';

/** The back-office without modules, and what each module's entry, which is loaded with it, adds. */
const size = (modules: { most: number }) =>
  budgets(
    [
      { name: 'Overview of the back-office', most: 172, opens: ['src/overview/overview-screen.tsx'] },
      { name: 'A list', most: 216, opens: ['src/list/list-screen.tsx'] },
    ],
    { ...modules, entries: /^\.\.\/(?:.+\/)?([^/]+)\/ui\/index\.tsx$/ },
  );

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

const PRODUCT = { most: 20 };
const DESK = {
  // One of its modules uses react-admin's components.
  most: 250,
  outDir: 'dist-desk',
  alias: [{ find: '../../src/modules.ts', replacement: at('../tests/browser/modules.ts') }],
};

export default defineConfig(({ mode }) => ({
  base: '/_admin/',
  plugins: [
    react(),
    reactAdmin(),
    pageStart(),
    preloadFace(),
    productOfServer(),
    icons(),
    size(mode === 'desk' ? DESK : PRODUCT),
  ],
  resolve: { alias: mode === 'desk' ? DESK.alias : [] },
  build: {
    assetsInlineLimit: 0,
    sourcemap: false,
    modulePreload: { polyfill: false },
    // What every screen needs is one chunk: many small ones compress worse.
    rolldownOptions: {
      output: { codeSplitting: { groups: [{ name: 'core', tags: ['$initial'], priority: 1 }] } },
    },
    ...(mode === 'desk' && { outDir: DESK.outDir, emptyOutDir: true }),
  },
  server: { proxy: { '/api': 'http://127.0.0.1:8080' } },
}));
