// What rotations add to projects: one or the selected ones are added to a rotation.
import type { ResourceUi } from '@mizan/admin-ui/module';
import { m } from '@mizan/ui-kit/messages';
import type { Resources } from '@mizan/openapi/resources';
import { CalendarPlus } from 'lucide-react';
import { AddAllToRotation, AddOneToRotation } from './rotations/parts-lazy.ts';

const action = {
  key: 'add-to-rotation',
  label: m.rotations_add_to(),
  icon: CalendarPlus,
  permission: 'rotations:update',
};

export const projects: ResourceUi<Resources['projects']> = {
  actions: [{ ...action, Dialog: AddOneToRotation }],
  bulkActions: [{ ...action, Dialog: AddAllToRotation }],
};
