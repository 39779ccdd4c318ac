// Starts the shell of a product without areas of its own.
import { start } from './start';
import { theme } from '../../src/theme.ts';
import { createShellRouter } from './app';

await start(theme, () =>
  createShellRouter({ areas: [], extras: async () => (await import('../../src/shell.ts')).extras }),
);
