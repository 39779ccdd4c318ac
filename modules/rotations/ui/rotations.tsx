// Weekly rotations: projects can be added and removed wherever a rotation is shown.
import type { ResourceUi } from '@mizan/admin-ui/module';
import { lazyScreen } from '@mizan/ui-kit/lazy-screen';
import { m } from '@mizan/ui-kit/messages';
import type { Resources } from '@mizan/openapi/resources';
import { ListMinus, ListPlus } from 'lucide-react';
import { MOST, projectsOf } from './rotations/projects-of.ts';

const AddProjects = lazyScreen(() => import('./rotations/add-projects.tsx'));
const RemoveProject = lazyScreen(() => import('./rotations/remove-project.tsx'));

export const rotations: ResourceUi<Resources['rotations']> = {
  actions: [
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
