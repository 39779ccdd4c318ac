// The ground of all maps of the product.
import type { GroundSource } from '@mizan/ui-kit/map-ground';

export const map: GroundSource = () => import('../modules/projects/ui/dubai/ground.ts');
