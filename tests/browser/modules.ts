// Replaces admin-ui/src/modules.ts when the back-office is built for these tests: the front ends of the kernel and of
// the product's modules, and those in the folders here.
import type { FoundModules } from '../../admin-ui/src/module/load.ts';

export const found: FoundModules = import.meta.glob([
  '../../kernel/ui/index.tsx',
  '../../modules/*/ui/index.tsx',
  './*/ui/index.tsx',
]);
