// What the back-office shows of units beside what the document says of them.
import { defineModule } from '@mizan/admin-ui/module';
import { units } from './units.tsx';

export default defineModule({ resources: { units } });
