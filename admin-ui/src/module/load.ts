// Loads the contributions of all modules before the first screen.
import { reloadForError } from '@mizan/ui-kit/lazy-screen';
import type { ModulePart } from './registry.ts';

/** Each module's `…/<name>/ui/index.tsx`, by its path. */
export type FoundModules = Record<string, () => Promise<unknown>>;

const nameOf = (path: string): string => path.split('/').at(-3) ?? path;

/** Loads all modules. A chunk that is no longer served, after an update, reloads the page once. */
export async function loadModules(found: FoundModules): Promise<ModulePart[]> {
  try {
    return await Promise.all(
      Object.entries(found).map(async ([path, load]) => ({
        name: nameOf(path),
        ui: ((await load()) as { default: ModulePart['ui'] }).default,
      })),
    );
  } catch (error) {
    if (reloadForError(error)) return await new Promise<never>(() => {});
    throw error;
  }
}
