// Tests of the back-office run in a browser-like page without a browser.
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [react()],
  // As node resolves what it loads itself: or react-admin would have another copy of the router.
  resolve: { conditions: ['module-sync', 'module', 'browser', 'development'] },
  test: {
    environment: 'happy-dom',
    include: ['src/**/*.test.{ts,tsx}', '../modules/*/ui/**/*.test.{ts,tsx}'],
    testTimeout: 30_000,
    setupFiles: '../ui-kit/vitest.setup.ts',
    isolate: false,
    restoreMocks: true,
  },
});
