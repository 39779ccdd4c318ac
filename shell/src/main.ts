// Starts the shell of a product without areas of its own.
import { start } from './start';
import { theme } from '../../src/theme.ts';
import { createShellRouter } from './app';

await start(theme, () =>
  createShellRouter({
    areas: [],
    cards: async () => (await import('../../src/areas.ts')).areas,
    waiting: async () => (await import('../../src/waiting.ts')).waiting,
    texts: async () => (await import('../../src/texts.ts')).texts,
  }),
);
