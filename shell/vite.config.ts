// The build and the development server of the shell alone.
import { defineConfig } from 'vite';
import { alias, build, core, server, shell } from './vite/shell.mjs';

export default defineConfig({
  plugins: shell(),
  resolve: { alias },
  build: { ...build, rolldownOptions: { output: { codeSplitting: { groups: [core] } } } },
  server,
});
