// Accepts a join request: with which roles, and then the password that they still need.
import { type ActionProps, useResourceNamed, useRecordCache } from '@mizan/admin-ui/module';
import { m } from '@mizan/ui-kit/messages';
import { toast } from '@mizan/ui-kit/toaster';
import { useEffect, useRef, useState } from 'react';
import type { RaRecord } from 'react-admin';
import SetPassword from '../users/set-password.tsx';
import { AcceptForm } from './accept-form.tsx';
import { Accepted } from './accepted.tsx';
import { userIdOf } from './user-link.tsx';

export default function AcceptRequest({ resource, record, onClose }: ActionProps) {
  const users = useResourceNamed('users');
  const cache = useRecordCache(resource);
  const [accepted, setAccepted] = useState<RaRecord<string> | null>(null);
  const [setting, setSetting] = useState(false);

  // A list that shows only what is pending takes the row away, and this dialog with it: it is reported at the end.
  const atTheEnd = useRef<() => void>(undefined);
  useEffect(() => () => atTheEnd.current?.(), []);

  // Whoever was let in is named as the request says.
  const user = accepted && userIdOf(accepted);
  if (users && user && setting)
    return <SetPassword resource={users} record={{ ...accepted, id: user }} onClose={onClose} />;
  if (accepted) return <Accepted record={accepted} onSetPassword={() => setSetting(true)} onClose={onClose} />;
  return (
    <AcceptForm
      resource={resource}
      record={record}
      onClose={onClose}
      onAccepted={(performed) => {
        toast.success(m.join_accept_done());
        // A user came about beside it.
        atTheEnd.current = () => cache.performed(performed);
        setAccepted(performed.loaded?.record ?? record);
      }}
      onRefused={() => {
        atTheEnd.current = cache.refetch;
      }}
    />
  );
}
