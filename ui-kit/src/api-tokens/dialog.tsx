// The dialog of the user's API tokens: the list, the form of a new one, and the new token, which is shown once.
import { useCallback, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { m } from '@mizan/ui-kit/messages';
import { asProblem, type ProblemError } from '../http';
import { can, type Me } from '../session';
import { Sheet } from '../sheet';
import { idOf, listTokens, type NewToken, type OwnToken } from './own-tokens';
import { TokenForm } from './token-form';
import { TokenList } from './token-list';
import { TokenCreated } from './token-created';

type View = { name: 'list' } | { name: 'form' } | { name: 'created'; token: NewToken };

export default function ApiTokens({ me, onClose }: { me: Me; onClose: () => void }) {
  const [view, setView] = useState<View>({ name: 'list' });
  const [tokens, setTokens] = useState<OwnToken[] | ProblemError>();
  const heading = useRef<HTMLHeadingElement>(null);

  const load = useCallback(() => {
    listTokens().then(setTokens, (error: unknown) => setTokens(asProblem(error)));
  }, []);
  useEffect(load, [load]);

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
    <Sheet
      heading={heading}
      title={{ list: m.tokens_title, form: m.tokens_form_title, created: m.tokens_made_title }[view.name]()}
      // Escape returns from the form to the list, and does nothing while a new token is shown.
      onBack={view.name === 'form' ? () => go({ name: 'list' }) : undefined}
      locked={view.name === 'created'}
      onClose={onClose}
    >
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
    </Sheet>
  );
}
