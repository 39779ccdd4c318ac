// The build and the development server of the estimator's app.
import { fileURLToPath } from 'node:url';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { pageStart, preloadFace, productOfServer } from '@mizan/ui-kit/vite';
import { budgets } from '@mizan/ui-kit/vite/budgets';
import { serviceWorker } from './scripts/service-worker.mjs';
import routes from './tsr.config.json' with { type: 'json' };

const size = budgets([
  {
    name: 'Assessment screen',
    most: 125,
    opens: ['src/routes/_protected/estimations/assessments/$projectId/$unitId.tsx?tsr-split=component'],
  },
]);

/** What most screens of the app show, and what those of a project say. */
const PARTS =
  /\/estimator-ui\/src\/(?:parts\/(?:notice|progress|project-failure|screen)|last-unit|assess\/limits)|\/ui-kit\/src\/(?:formats|messages\/messages\/estimator_(?:assessments|unit|progress|area|no_units_text|no_units_title)\.)/;
/** The assessment screen, with what the end of its flow shows too. */
const ASSESSMENT = /\/assessment\/echo-line|\$unitId\.tsx\?tsr-split/;

export default defineConfig({
  plugins: [
    tanstackRouter(routes),
    react(),
    pageStart(),
    preloadFace(),
    productOfServer(),
    size,
    serviceWorker('src/offline/service-worker.ts'),
  ],
  resolve: {
    alias: [
      {
        find: /^use-sync-external-store\/shim\/with-selector(?:\.js)?$/,
        replacement: fileURLToPath(new URL('src/selected.ts', import.meta.url)),
      },
      { find: './mutationCache.js', replacement: fileURLToPath(new URL('src/no-mutations.ts', import.meta.url)) },
    ],
  },
  build: {
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2023',
    // What every screen needs is one chunk, and the parts that screens share another: many small ones compress worse.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'core', tags: ['$initial'], priority: 1 },
            { name: 'parts', test: PARTS, minShareCount: 2 },
            { name: 'assessment', test: ASSESSMENT },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': 'http://127.0.0.1:8080' } },
});
