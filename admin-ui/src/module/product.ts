// What a product's back-office consists of, as values in one visible list.
import type { AreaCard } from '@mizan/ui-kit/areas';
import type { GroundSource } from '@mizan/ui-kit/map-ground';
import type { ProductTheme } from '@mizan/ui-kit/product-theme';
import type { WaitingSource } from '@mizan/ui-kit/waiting';

/** A module's name and its `ui/index.tsx`, a bundle of its own. */
export interface ModuleEntry {
  name: string;
  load: () => Promise<{ default: object }>;
}

export interface ProductUi {
  /** In this order they add to lists of equal `order`. */
  modules: ModuleEntry[];
  /** The areas beside the back-office and analytics, as home and Page Not Found show them. */
  areas: AreaCard[];
  /** What waits for a user. */
  waiting: WaitingSource[];
  /** The ground of all maps; without one they have a grid of degrees only. */
  map?: GroundSource;
  /** Values in place of the tokens of ui-kit. */
  theme: ProductTheme;
}
