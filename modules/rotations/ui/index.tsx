// What the back-office shows of weekly rotations beside what the document says of them.
import { defineModule } from '@mizan/admin-ui/module';
import { rotations } from './rotations.tsx';

export default defineModule({ resources: { rotations } });
