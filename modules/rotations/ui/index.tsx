// The front end of weekly rotations, and what they add to projects.
import { defineModule } from '@mizan/admin-ui/module';
import { projects } from './projects.tsx';
import { rotations } from './rotations.tsx';

export default defineModule({ resources: { projects, rotations } });
