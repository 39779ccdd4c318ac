// Starts the shell of a product without areas of its own.
import { start } from './start';
import { theme } from '@mizan/product/theme';
import { createShellRouter } from './app';

await start(theme, () =>
  createShellRouter({ areas: [], extras: async () => (await import('@mizan/product/shell')).extras }),
);
