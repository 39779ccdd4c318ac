// The dialog of the user's API tokens: the list, the form of a new one, and the new token, which is shown once. On a
// phone it fills the screen.
import { useCallback, useEffect, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { m } from '@mizan/ui-kit/messages';
import { asProblem, type ProblemError } from '../http';
import { can, type Me } from '../session';
import styles from './api-tokens.module.css';
import { idOf, listTokens, type NewToken, type OwnToken } from './own-tokens';
import { TokenForm } from './token-form';
import { TokenList } from './token-list';
import { TokenCreated } from './token-created';

type View = { name: 'list' } | { name: 'form' } | { name: 'created'; token: NewToken };

export default function ApiTokens({ me, onClose }: { me: Me; onClose: () => void }) {
  const [view, setView] = useState<View>({ name: 'list' });
  const [tokens, setTokens] = useState<OwnToken[] | ProblemError>();
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const title = useId();
  const close = (): void => dialog.current?.close();

  const load = useCallback(() => {
    listTokens().then(setTokens, (error: unknown) => setTokens(asProblem(error)));
  }, []);
  useEffect(load, [load]);

  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal();
    heading.current?.focus();
  }, []);

  /** Each view starts at its top. */
  function go(next: View): void {
    flushSync(() => setView(next));
    heading.current?.focus();
  }

  function handleCreated(token: NewToken): void {
    const { token: _secret, ...stored } = token;
    setTokens((before) => (Array.isArray(before) ? [stored, ...before] : before));
    go({ name: 'created', token });
  }

  return (
    <dialog
      ref={dialog}
      className={styles['sheet']}
      aria-labelledby={title}
      onClose={onClose}
      onCancel={(event) => {
        if (view.name === 'list') return;
        event.preventDefault();
        // Escape returns from the form to the list, and does nothing while a new token is shown.
        if (view.name === 'form') go({ name: 'list' });
      }}
    >
      <div className={styles['head']}>
        <h2 id={title} ref={heading} tabIndex={-1} className={styles['title']}>
          {{ list: m.tokens_title, form: m.tokens_form_title, created: m.tokens_made_title }[view.name]()}
        </h2>
        {view.name !== 'created' && (
          <button type="button" className={styles['close']} aria-label={m.tokens_close()} onClick={close}>
            <svg
              viewBox="0 0 20 20"
              width="20"
              height="20"
              fill="none"
              stroke="currentColor"
              strokeWidth="1.75"
              strokeLinecap="round"
              aria-hidden="true"
            >
              <path d="m5 5 10 10M15 5 5 15" />
            </svg>
          </button>
        )}
      </div>
      {view.name === 'list' && (
        <TokenList
          tokens={tokens}
          onRetry={() => {
            setTokens(undefined);
            load();
          }}
          onNew={can(me, 'tokens', 'create') ? () => go({ name: 'form' }) : undefined}
          mayRevoke={can(me, 'tokens', 'delete')}
          onRevoked={(id) => {
            setTokens((before) => (Array.isArray(before) ? before.filter((token) => idOf(token) !== id) : before));
            heading.current?.focus();
          }}
        />
      )}
      {view.name === 'form' && (
        <TokenForm own={me.permissions} onCreated={handleCreated} onCancel={() => go({ name: 'list' })} />
      )}
      {view.name === 'created' && <TokenCreated token={view.token} onDone={() => go({ name: 'list' })} />}
    </dialog>
  );
}
