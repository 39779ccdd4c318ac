// The front end of weekly rotations.
import { defineModule } from '@mizan/admin-ui/module';
import { rotations } from './rotations.tsx';

export default defineModule({ resources: { rotations } });
