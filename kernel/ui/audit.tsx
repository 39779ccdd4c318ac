// The audit: each event is named by what happened, and leads to the account and the records that it is about.
import { Value, type ResourceUi } from '@mizan/admin-ui/module';
import type { Resources } from '@mizan/openapi/resources';
import { About, Account } from './audit/links.tsx';
import { messageOf } from './audit/messages.ts';

export const audit: ResourceUi<Resources['audit']> = {
  title: { field: 'action', of: messageOf },
  columns: { shown: ['at', 'actor', 'action', 'object', 'address'], fixed: ['action'] },
  cells: {
    at: ({ value, schema }) => <Value value={value} schema={schema} exact />,
    actor: ({ record }) => <Account record={record} />,
    object: ({ record }) => <About record={record} />,
  },
};
