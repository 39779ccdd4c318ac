// The shell's tests run in happy-dom, against mock responses of msw.
import { productIn } from '@mizan/ui-kit/vite/product';
import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [react(), productIn(fileURLToPath(new URL('../src', import.meta.url)))],
  test: {
    environment: 'happy-dom',
    environmentOptions: { happyDOM: { url: 'http://localhost/' } },
    include: ['src/**/*.test.{ts,tsx}'],
    testTimeout: 30_000,
    setupFiles: '../ui-kit/vitest.setup.ts',
    isolate: false,
    restoreMocks: true,
  },
});
