// What the back-office shows of users and of requests to join beside what the document says of them.
import { defineModule } from '@mizan/admin-ui/module';
import { joinRequests } from './join-requests.tsx';
import { users } from './users.tsx';

export default defineModule({ resources: { users, 'join-requests': joinRequests } });
