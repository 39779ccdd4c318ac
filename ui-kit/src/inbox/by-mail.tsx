// Whether entries of the inbox come by mail, too.
import { useState } from 'react';
import { m } from '@mizan/ui-kit/messages';
import { asProblem } from '../http';
import { session, useSession } from '../session';
import { toast } from '../toaster';
import { setInboxByMail } from './inbox-data';
import styles from './inbox.module.css';

export function ByMail() {
  const { me } = useSession();
  const [chosen, setChosen] = useState<boolean>();
  const [busy, setBusy] = useState(false);
  const stored = me && 'inboxByMail' in me && me.inboxByMail === true;

  async function choose(next: boolean): Promise<void> {
    setChosen(next);
    setBusy(true);
    try {
      await setInboxByMail(next);
      await session.begin();
    } catch (error) {
      setChosen(undefined);
      toast.error(asProblem(error).message);
    } finally {
      setBusy(false);
    }
  }

  return (
    <label className={styles['byMail']}>
      <input
        type="checkbox"
        checked={chosen ?? stored ?? false}
        disabled={busy}
        onChange={(event) => void choose(event.target.checked)}
      />
      {m.inbox_by_mail()}
    </label>
  );
}
