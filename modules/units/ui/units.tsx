// Units: the form's header names the project, and a missing unit redirects to the list.
import type { ResourceUi } from '@mizan/admin-ui/module';
import { m } from '@mizan/ui-kit/messages';
import type { Resources } from '@mizan/openapi/resources';

export const units: ResourceUi<Resources['units']> = {
  form: {
    title: ({ unitNumber }) => m.units_form_title({ unitNumber }),
    about: ({ project, developer }) =>
      // A reader may be kept from either.
      project && developer ? m.units_form_about({ project: project.name, developer: developer.name }) : undefined,
    text: m.units_form_text(),
  },
  texts: { updateFailed: m.units_update_failed() },
  missing: 'list',
};
