// Shows a new token, once: the server stores only a hash. One that was not copied is put away after a question.
import { useRef, useState } from 'react';
import { m } from '@mizan/ui-kit/messages';
import { Button } from '../button';
import { Question } from '../modal';
import { paths } from '../paths';
import sheet from '../sheet.module.css';
import styles from './api-tokens.module.css';
import type { NewToken } from './own-tokens';

export function TokenCreated({ token, onDone }: { token: NewToken; onDone: () => void }) {
  const [announcement, setAnnouncement] = useState('');
  const [copied, setCopied] = useState(false);
  const [asking, setAsking] = useState(false);
  const secret = useRef<HTMLElement>(null);

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(token.token);
      setAnnouncement(m.tokens_copied());
      setCopied(true);
    } catch {
      // The clipboard is unavailable, as without HTTPS: selects the token for copying by keyboard.
      if (secret.current) getSelection()?.selectAllChildren(secret.current);
      setAnnouncement(m.tokens_copy_failed());
    }
  }

  return (
    <>
      <div className={sheet['body']}>
        <p className={sheet['warning']}>{m.tokens_made_text()}</p>
        <div
          className={styles['secret']}
          role="group"
          aria-label={m.tokens_secret({ name: token.name })}
          // By hand, too.
          onCopy={() => setCopied(true)}
        >
          <code ref={secret}>{token.token}</code>
          <Button onClick={() => void copy()}>{m.tokens_copy()}</Button>
        </div>
        <p className={sheet['below']} role="status">
          {announcement}
        </p>
        <div className={styles['use']}>
          <p>{m.tokens_made_use()}</p>
          <pre className={styles['example']}>{`Authorization: Bearer ${token.token.slice(0, 8)}…`}</pre>
          <a href={paths.docs} target="_blank" rel="noopener">
            {m.tokens_docs()}
          </a>
        </div>
      </div>
      <div className={sheet['foot']}>
        <Button look="secondary" onClick={() => (copied ? onDone() : setAsking(true))}>
          {m.tokens_done()}
        </Button>
      </div>
      {asking && (
        <Question
          title={m.tokens_leave_title()}
          text={m.tokens_leave_text()}
          stay={m.tokens_leave_stay()}
          giveUp={m.tokens_leave_close()}
          onStay={() => setAsking(false)}
          onGiveUp={onDone}
        />
      )}
    </>
  );
}
