// The front end of weekly rotations, what they add to projects, and the card of next week's.
import { defineModule } from '@mizan/admin-ui/module';
import { projects } from './projects.tsx';
import { rotations } from './rotations.tsx';
import { NextWeek } from './rotations/parts-lazy.ts';

export default defineModule({
  resources: { projects, rotations },
  widgets: [{ key: 'next-week', at: 'overview', order: 1, permission: 'rotations:read', Widget: NextWeek }],
});
