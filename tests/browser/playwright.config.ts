// How the browser tests run: one after the other, on one running product. `.ci/browser` starts one of its own and says
// where in MIZAN_URL; without it the tests act on the one that `make run` serves.
import { defineConfig, devices } from '@playwright/test';

export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results',
  fullyParallel: false,
  workers: 1,
  retries: 0,
  forbidOnly: true,
  // Long enough for a machine that builds and tests the rest at the same time: what fails is seen late, no test waits.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: [['list']],
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1440, height: 900 },
    baseURL: process.env['MIZAN_URL'] ?? 'http://127.0.0.1:8080',
    locale: 'en-GB',
    timezoneId: 'Asia/Dubai',
    // A movement that is under way would be measured for contrast half seen.
    contextOptions: { reducedMotion: 'reduce' },
    // A trace of every test takes a quarter of the time. The page as it was at the end says most of it; `--trace on`
    // has the rest.
    screenshot: 'only-on-failure',
    trace: 'off',
    launchOptions: { executablePath: process.env['MIZAN_CHROMIUM'] ?? '/usr/bin/chromium-headless-shell' },
  },
});
