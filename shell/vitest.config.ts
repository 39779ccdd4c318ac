// The shell's tests run in happy-dom, against mock responses of msw.
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [react()],
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
