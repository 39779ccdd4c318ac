// The dialog that accepts a join request: first the roles, then the user's password.
import { type ActionProps, useResourceNamed, useRecordCache } from '@mizan/admin-ui/module';
import { m } from '@mizan/ui-kit/messages';
import { toast } from '@mizan/ui-kit/toaster';
import { useEffect, useRef, useState } from 'react';
import type { RaRecord } from 'ra-core';
import SetPassword from '../users/set-password.tsx';
import { AcceptForm } from './accept-form.tsx';
import { Accepted } from './accepted.tsx';
import { userIdOf } from './user-link.tsx';

export default function AcceptRequest({ resource, record, onClose }: ActionProps) {
  const users = useResourceNamed('users');
  const cache = useRecordCache(resource);
  const [accepted, setAccepted] = useState<RaRecord<string> | null>(null);
  const [setting, setSetting] = useState(false);

  // A list of pending requests loses the row, and with it this dialog, so the cache is updated when it closes.
  const atTheEnd = useRef<() => void>(undefined);
  useEffect(() => () => atTheEnd.current?.(), []);

  // The accepted user has the name in the request.
  const user = accepted && userIdOf(accepted);
  if (users && user && setting)
    return <SetPassword resource={users} record={{ ...accepted, id: user, _etag: null }} onClose={onClose} />;
  if (accepted) return <Accepted record={accepted} onSetPassword={() => setSetting(true)} onClose={onClose} />;
  return (
    <AcceptForm
      resource={resource}
      record={record}
      onClose={onClose}
      onAccepted={(performed) => {
        toast.success(m.join_accept_done());
        // Accepting has also created a user.
        atTheEnd.current = () => cache.performed(performed);
        setAccepted(performed.record ?? record);
      }}
      onRefused={() => {
        atTheEnd.current = cache.refetch;
      }}
    />
  );
}
