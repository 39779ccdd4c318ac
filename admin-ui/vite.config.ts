// How the back-office is built: served under /_admin/, no source maps, nothing inlined, so that the strict
// content security policy holds. In development the API of a running server is proxied.
import { preloadFace, themeStart } from '@mizan/ui-kit/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { icons } from './vite/icons.mjs';

export default defineConfig({
  base: '/_admin/',
  plugins: [react(), themeStart(), preloadFace(), icons()],
  build: {
    assetsInlineLimit: 0,
    sourcemap: false,
    modulePreload: { polyfill: false },
  },
  server: { proxy: { '/api': 'http://127.0.0.1:8080' } },
});
