// What the product adds to the shell's pages. It is loaded with the first page that shows any of it.
import type { Extras } from '@mizan/shell/area';
import { areas } from './areas.ts';
import { texts } from './texts.ts';
import { waiting } from './waiting.ts';

export const extras: Extras = { areas, waiting, texts };
