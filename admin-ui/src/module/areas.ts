// The areas that the back-office has without any module: the first entries of the list of areas.
import { m } from '@mizan/ui-kit/messages';
import type { AreaUi } from './frame-types.ts';

/** An area; those without an icon of their own have that of an overview. */
export type Area = Omit<AreaUi, 'icon'> & Partial<Pick<AreaUi, 'icon'>>;

export const ownAreas = (): Area[] => [
  { path: 'backoffice', label: m.admin_area_backoffice(), permission: 'backoffice:enter' },
  { path: 'analytics', label: m.admin_area_analytics(), permission: 'analytics:enter' },
];
