// The tests of the shared parts run in happy-dom, without a server.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    environment: 'happy-dom',
    environmentOptions: { happyDOM: { url: 'http://localhost/' } },
    include: ['src/**/*.test.{ts,tsx}'],
    testTimeout: 30_000,
    setupFiles: 'vitest.setup.ts',
    isolate: false,
    restoreMocks: true,
  },
});
