// Builds the back-office: served under /_admin/, no source maps, nothing inlined, because of the content security
// policy. In development the API of a running server is proxied. `--mode desk` builds it for the browser tests, with
// the modules in tests/browser.
import { pageStart, preloadFace } from '@mizan/ui-kit/vite';
import { budgets } from '@mizan/ui-kit/vite/budgets';
import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { icons } from './vite/icons.mjs';

/** The modules' own entries are part of the start. */
const MODULES = /^\.\.\/(?:kernel|modules\/[^/]+)\/ui\/index\.tsx$/;
const size = budgets([
  { name: 'Overview of the back-office', most: 300, opens: [MODULES] },
  { name: 'A list', most: 300, opens: [MODULES, 'src/list/list-screen.tsx'] },
]);

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

const DESK = {
  outDir: 'dist-desk',
  alias: [{ find: './modules.ts', replacement: at('../tests/browser/modules.ts') }],
};

export default defineConfig(({ mode }) => ({
  base: '/_admin/',
  plugins: [react(), pageStart(), preloadFace(), icons(), ...(mode === 'desk' ? [] : [size])],
  resolve: { alias: mode === 'desk' ? DESK.alias : [] },
  build: {
    assetsInlineLimit: 0,
    sourcemap: false,
    modulePreload: { polyfill: false },
    ...(mode === 'desk' && { outDir: DESK.outDir, emptyOutDir: true }),
  },
  server: { proxy: { '/api': 'http://127.0.0.1:8080' } },
}));
