// Weekly rotations: projects can be added and removed wherever a rotation is shown, and the next week planned from one.
import type { ResourceUi } from '@mizan/admin-ui/module';
import { m } from '@mizan/ui-kit/messages';
import type { Resources } from '@mizan/openapi/resources';
import { CalendarPlus, ListMinus, ListPlus } from 'lucide-react';
import { AddProjects, PlanNextWeek, RemoveProject, WeekInput } from './rotations/parts-lazy.ts';
import { MOST, projectsOf } from './rotations/projects-of.ts';

export const rotations: ResourceUi<Resources['rotations']> = {
  inputs: { weekStart: WeekInput },
  actions: [
    {
      key: 'plan',
      label: m.rotations_plan(),
      icon: CalendarPlus,
      permission: 'rotations:create',
      Dialog: PlanNextWeek,
    },
    {
      key: 'add',
      label: m.rotations_add(),
      icon: ListPlus,
      permission: 'rotations:update',
      when: (record) => projectsOf(record).length < MOST,
      Dialog: AddProjects,
    },
    {
      key: 'remove',
      label: m.rotations_remove(),
      icon: ListMinus,
      permission: 'rotations:update',
      when: (record) => projectsOf(record).length > 0,
      Dialog: RemoveProject,
    },
  ],
};
