// The front end of estimations: the card with the coverage of this week's rotation, what the projects of a rotation are
// chosen by, and flags that are looked at in one click.
import { defineModule } from '@mizan/admin-ui/module';
import { flags } from './flags.tsx';
import { PlannedProjects } from './planned-projects.tsx';
import { lazyScreen } from '@mizan/ui-kit/lazy-screen';
import { m } from '@mizan/ui-kit/messages';

const ThisWeek = lazyScreen(() => import('./this-week.tsx'));

export default defineModule({
  resources: {
    flags,
    units: { fractions: { listedGap: { label: m.units_listed_gap() } } },
    rotations: { inputs: { projectIds: PlannedProjects } },
  },
  widgets: [{ key: 'this-week', at: 'overview', permission: 'rotations:read', Widget: ThisWeek }],
});
