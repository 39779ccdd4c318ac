// Browser tests run one after the other, on one running product. `.ci/browser` starts one and passes its URL in
// MIZAN_URL; the default is the one of `make run`.
import { defineConfig, devices } from '@playwright/test';

export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results',
  fullyParallel: false,
  workers: 1,
  retries: 0,
  forbidOnly: true,
  // Long enough for a machine that builds at the same time; only failing tests take longer.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: [['list']],
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1440, height: 900 },
    baseURL: process.env['MIZAN_URL'] ?? 'http://127.0.0.1:8080',
    locale: 'en-GB',
    timezoneId: 'Asia/Dubai',
    // Contrast would be measured in the middle of a transition.
    contextOptions: { reducedMotion: 'reduce' },
    // Tracing takes a quarter of the time, and the final screenshot usually suffices; `--trace on` adds it.
    screenshot: 'only-on-failure',
    trace: 'off',
    launchOptions: { executablePath: process.env['MIZAN_CHROMIUM'] ?? '/usr/bin/chromium-headless-shell' },
  },
});
