// Units: their form says whose they are, and who asks for one that never was is shown those that are.
import type { ResourceUi } from '@mizan/admin-ui/module';
import { m } from '@mizan/ui-kit/messages';
import type { Resources } from '@mizan/openapi/resources';

export const units: ResourceUi<Resources['units']> = {
  form: {
    title: ({ unitNumber }) => m.units_form_title({ unitNumber }),
    about: ({ project, developer }) => m.units_form_about({ project: project.name, developer: developer.name }),
    text: m.units_form_text(),
  },
  texts: { updateFailed: m.units_update_failed() },
  missing: 'list',
};
