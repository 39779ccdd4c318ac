// Loads the contributions of all modules before the first screen.
import { reloadForError } from '@mizan/ui-kit/lazy-screen';
import type { ModuleEntry } from './product.ts';
import type { ModulePart } from './slots.ts';

/** Loads all modules. A chunk that is no longer served, after an update, reloads the page once. */
export async function loadModules(modules: ModuleEntry[]): Promise<ModulePart[]> {
  try {
    return await Promise.all(
      modules.map(async ({ name, load }) => ({ name, ui: (await load()).default as ModulePart['ui'] })),
    );
  } catch (error) {
    if (reloadForError(error)) return await new Promise<never>(() => {});
    throw error;
  }
}
