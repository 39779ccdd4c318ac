// What the back-office shows of projects beside what the document says of them.
import { defineModule } from '@mizan/admin-ui/module';
import { projects } from './projects.tsx';

export default defineModule({ resources: { projects } });
