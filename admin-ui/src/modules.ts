// The modules that bring something of their own: each `modules/<name>/ui/index.tsx`, a chunk of its own, found when the
// back-office is built. Their files name resources; nothing else of the back-office does. `vite build --mode desk` puts
// `tests/browser/modules.ts` in the place of this file.
import type { FoundModules } from './module/load.ts';

export const found: FoundModules = import.meta.glob('../../modules/*/ui/index.tsx');
