// The browser tests of the clinic, which `run.mjs` serves.
import { defineConfig } from '@playwright/test';
import desk from '../browser/playwright.config';

export default defineConfig({ ...desk, testDir: '.', use: { ...desk.use, timezoneId: 'Europe/Berlin' } });
