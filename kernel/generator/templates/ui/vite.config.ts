// The front ends, built into dist/: the back-office by `--mode admin`, and the shell with the start page, sign-in and home. In
// development one server has both.
import { backOffice, withBackOffice } from '@mizan/admin-ui/vite';
import { shellApp } from '@mizan/shell/vite';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const admin = backOffice({ product: at('ui'), outDir: at('dist/admin') });
const shell = shellApp({ product: at('ui'), outDir: at('dist/shell') });

export default defineConfig(({ mode }) =>
  mode === 'admin' ? admin : { ...shell, plugins: [shell.plugins, withBackOffice(admin)] },
);
