// The front end of users and join requests.
import { defineModule } from '@mizan/admin-ui/module';
import { joinRequests } from './join-requests.tsx';
import { users } from './users.tsx';

export default defineModule({ resources: { users, 'join-requests': joinRequests } });
