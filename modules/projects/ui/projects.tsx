// Projects: their list is a tab beside that of the weekly rotations.
import type { ResourceUi } from '@mizan/admin-ui/module';
import { m } from '@mizan/ui-kit/messages';
import type { Resources } from '@mizan/openapi/resources';

export const projects: ResourceUi<Resources['projects']> = {
  tabs: [
    { path: 'projects', label: m.projects_tab(), resource: 'projects' },
    { path: 'rotations', label: m.projects_rotations_tab(), resource: 'rotations' },
  ],
  // Without the total of units, which few projects have.
  columns: { shown: ['name', 'developer', 'location', 'projectType', 'completionDate'] },
  form: { text: m.projects_form_text(), back: true },
  // A pasted text that is no number becomes 0, so that the user notices.
  unparsed: { coordinates: 0 },
};
