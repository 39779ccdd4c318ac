// The front end of projects.
import { defineModule } from '@mizan/admin-ui/module';
import { projects } from './projects.tsx';

export default defineModule({ resources: { projects } });
