// Lets somebody in who asked for it: with which roles, and then the password that they still need.
import { type ActionProps, useResourceNamed, useTell } from '@mizan/admin-ui/module';
import { m } from '@mizan/ui-kit/messages';
import Dialog from '@mui/material/Dialog';
import { toast } from '@mizan/ui-kit/toaster';
import { useEffect, useId, useRef, useState } from 'react';
import type { RaRecord } from 'react-admin';
import SetPassword from '../users/set-password.tsx';
import { AcceptForm } from './accept-form.tsx';
import { Accepted } from './accepted.tsx';
import { userIdOf } from './user-link.tsx';

export default function AcceptRequest({ resource, record, onClose }: ActionProps) {
  const id = useId();
  const users = useResourceNamed('users');
  const tell = useTell(resource);
  const [busy, setBusy] = useState(false);
  const [accepted, setAccepted] = useState<RaRecord<string> | null>(null);
  const [setting, setSetting] = useState(false);

  // A list that shows only what is pending takes the row away, and this dialog with it: it is told at the end.
  const atTheEnd = useRef<() => void>(undefined);
  useEffect(() => () => atTheEnd.current?.(), []);

  // Whoever was let in is called as the request says.
  const user = accepted && userIdOf(accepted);
  if (users && user && setting)
    return <SetPassword resource={users} record={{ ...accepted, id: user }} onClose={onClose} />;
  return (
    <Dialog open onClose={busy ? undefined : onClose} maxWidth="xs" fullWidth aria-labelledby={id}>
      {accepted ? (
        <Accepted titleId={id} record={accepted} onSetPassword={() => setSetting(true)} onClose={onClose} />
      ) : (
        <AcceptForm
          titleId={id}
          resource={resource}
          record={record}
          onBusy={setBusy}
          onCancel={onClose}
          onAccepted={(changed) => {
            toast.success(m.join_accept_done());
            atTheEnd.current = () => {
              // A user came about beside it.
              tell.beyond();
              tell.saved({ record: changed, etag: undefined });
            };
            setAccepted(changed);
          }}
          onRefused={() => {
            atTheEnd.current = tell.doubted;
          }}
        />
      )}
    </Dialog>
  );
}
