// The front ends of modules, `modules/<name>/ui/index.tsx`, and of the kernel, each a chunk of its own, found at build
// time. Only their files name resources. `vite build --mode desk` replaces this file by `tests/browser/modules.ts`.
import type { FoundModules } from './module/load.ts';

export const found: FoundModules = import.meta.glob(['../../kernel/ui/index.tsx', '../../modules/*/ui/index.tsx']);
