// Starts the shell of a product without areas of its own.
import { start } from './start';
import { areas } from '../../src/areas.ts';
import { theme } from '../../src/theme.ts';
import { createShellRouter } from './app';

await start(theme, () =>
  createShellRouter({
    areas: [],
    cards: areas,
    waiting: async () => (await import('../../src/waiting.ts')).waiting,
    texts: async () => (await import('../../src/texts.ts')).texts,
  }),
);
