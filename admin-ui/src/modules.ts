// The modules that bring screens of their own: each `modules/<name>/ui/index.tsx`, a chunk of its own, found when the
// back-office is built. Their files name resources; nothing else of the back-office does.
import { reloadOnce } from '@mizan/ui-kit/lazy-screen';
import type { ModulePart } from './module/gathered.ts';

const found = import.meta.glob<{ default: ModulePart['ui'] }>('../../modules/*/ui/index.tsx');

const nameOf = (path: string): string => path.split('/').at(-3) ?? path;

/** Loads them all. A file of a version that is no longer served reloads the page once. */
export async function loadModules(): Promise<ModulePart[]> {
  try {
    return await Promise.all(
      Object.entries(found).map(async ([path, load]) => ({ name: nameOf(path), ui: (await load()).default })),
    );
  } catch (error) {
    if (reloadOnce(error)) return await new Promise<never>(() => {});
    throw error;
  }
}
