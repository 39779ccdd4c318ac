// The build and the development server of the shell alone.
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { shellApp } from './vite/shell.mjs';

export default defineConfig(shellApp({ product: fileURLToPath(new URL('../src', import.meta.url)) }));
