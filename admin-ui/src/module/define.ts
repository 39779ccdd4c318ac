// The entry point of a module's `ui/index.tsx`.
import type { Resources } from '@mizan/openapi/resources';
import type { ModuleUi } from './types.ts';

/** Defines the contributions of a module: `export default defineModule({ resources: { units: { … } } })`. */
export function defineModule<Known = Resources>(ui: ModuleUi<NoInfer<Known>>): ModuleUi<Known> {
  return ui;
}
