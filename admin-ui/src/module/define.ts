// The one call of a module's `ui/index.tsx`.
import type { Resources } from '@mizan/openapi/resources';
import type { ModuleUi } from './types.ts';

/** Says what a module brings: `export default defineModule({ resources: { units: { … } } })`. */
export function defineModule<Known = Resources>(ui: ModuleUi<NoInfer<Known>>): ModuleUi<Known> {
  return ui;
}
