// The front end of units.
import { defineModule } from '@mizan/admin-ui/module';
import { units } from './units.tsx';

export default defineModule({ resources: { units } });
