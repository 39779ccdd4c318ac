// The build and the development server of the estimator's app.
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { alias, build, core, server, shell } from '@mizan/shell/vite';
import { budgets } from '@mizan/ui-kit/vite/budgets';
import { serviceWorker } from './scripts/service-worker.mjs';

const size = budgets([
  {
    name: 'Assessment screen',
    most: 125,
    opens: ['src/assessment/assessment-page.tsx'],
  },
]);

/** What most screens of the app show, and what those of a project say. */
const PARTS =
  /\/estimator-ui\/src\/(?:parts\/(?:notice|progress|project-failure|screen)|last-unit|assess\/limits)|\/ui-kit\/src\/(?:formats|title\.|messages\/messages\/title_screen|messages\/messages\/estimator_(?:assessments|unit|progress|area|no_units_text|no_units_title)\.)/;
/** The assessment screen, with what the end of its flow shows too. */
const ASSESSMENT = /\/assessment\/(?:echo-line|assessment-page\.tsx)/;

/** What several small screens share is in few files: the name of each weighs on the first screen. */
const SHARED = [
  { name: 'popup', test: /\/ui-kit\/src\/(?:popup|segments)\./ },
  { name: 'project-row', test: /\/(?:project-row|where-one-left|way-on|choices)\./ },
  {
    name: 'shared',
    test: /\/messages\/messages\/|\/ui-kit\/src\/(?:api-paths|passkey|relative-times|send)\.|\/openapi\/src\/document/,
    minShareCount: 2,
  },
  {
    name: 'public',
    test: /\/shell\/src\/(?:own-path|public\/(?:after-sign-in|balance|public-page))|\/safe-redirect|\/ui-kit\/src\/field\./,
  },
];

export default defineConfig({
  plugins: [
    ...shell(fileURLToPath(new URL('../src', import.meta.url))),
    size,
    serviceWorker('src/offline/service-worker.ts'),
  ],
  resolve: {
    alias: [
      ...alias,
      { find: './mutationCache.js', replacement: fileURLToPath(new URL('src/no-mutations.ts', import.meta.url)) },
    ],
  },
  build: {
    ...build,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            core,
            { name: 'parts', test: PARTS, minShareCount: 2 },
            { name: 'assessment', test: ASSESSMENT },
            ...SHARED,
          ],
        },
      },
    },
  },
  server,
});
