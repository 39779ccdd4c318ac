// The back-office's tests run in happy-dom.
import { productIn } from '@mizan/ui-kit/vite/product';
import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { reactAdmin } from './vite/react-admin.mjs';

export default defineConfig({
  plugins: [react(), productIn(fileURLToPath(new URL('../src', import.meta.url))), reactAdmin()],
  // The conditions that node uses itself: otherwise react-admin would get another copy of the router.
  resolve: { conditions: ['module-sync', 'module', 'browser', 'development'] },
  test: {
    environment: 'happy-dom',
    include: ['src/**/*.test.{ts,tsx}', '../{kernel,modules/*}/ui/**/*.test.{ts,tsx}'],
    testTimeout: 30_000,
    setupFiles: '../ui-kit/vitest.setup.ts',
    isolate: false,
    restoreMocks: true,
  },
});
