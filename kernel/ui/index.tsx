// The front end of the kernel's own resources.
import { defineModule } from '@mizan/admin-ui/module';
import { audit } from './audit.tsx';

export default defineModule({ resources: { audit } });
