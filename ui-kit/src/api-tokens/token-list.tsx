// The list of the user's tokens with permissions, expiry and last use, and a button to revoke each.
import { useId, useRef, useState, type ReactNode } from 'react';
import { m } from '@mizan/ui-kit/messages';
import { Button } from '../button';
import { formatDate, formatDateTime } from '../formats';
import { formatRelative } from '../relative-times';
import { asProblem, ProblemError } from '../http';
import { paths } from '../paths';
import { toast } from '../toaster';
import sheet from '../sheet.module.css';
import styles from './api-tokens.module.css';
import { idOf, revokeToken, titleOf, spacedName, type OwnToken } from './own-tokens';

/** Expiry is highlighted within this time, in milliseconds. */
const SOON = 14 * 86_400_000;

interface Props {
  /** Undefined while they load. */
  tokens: OwnToken[] | ProblemError | undefined;
  onRetry: () => void;
  /** Undefined for users who may not create tokens. */
  onNew: (() => void) | undefined;
  mayRevoke: boolean;
  onRevoked: (id: string) => void;
}

export function TokenList({ tokens, onRetry, onNew, mayRevoke, onRevoked }: Props) {
  return (
    <>
      <div className={sheet['body']}>
        <p className={sheet['text']}>
          {m.tokens_text()}{' '}
          <a href={paths.docs} target="_blank" rel="noopener">
            {m.tokens_docs()}
          </a>
        </p>
        {tokens === undefined && <Loading />}
        {tokens instanceof ProblemError && <Failed problem={tokens} onRetry={onRetry} />}
        {Array.isArray(tokens) && tokens.length === 0 && (
          <div className={sheet['notice']}>
            <h3 className={sheet['name']}>{m.tokens_empty_title()}</h3>
            <p className={sheet['text']}>{onNew ? m.tokens_empty_text() : m.tokens_none_text()}</p>
          </div>
        )}
        {Array.isArray(tokens) && tokens.length > 0 && (
          <ul className={styles['tokens']} aria-label={m.tokens_list()}>
            {tokens.map((token) => (
              <Row key={idOf(token)} token={token} mayRevoke={mayRevoke} onRevoked={() => onRevoked(idOf(token))} />
            ))}
          </ul>
        )}
      </div>
      {onNew && (
        <div className={sheet['foot']}>
          <Button onClick={onNew}>{m.tokens_new()}</Button>
        </div>
      )}
    </>
  );
}

function Loading() {
  return (
    <div className={sheet['loading']} role="status">
      <span className={sheet['unseen']}>{m.tokens_loading()}</span>
      <i aria-hidden="true" />
      <i aria-hidden="true" />
    </div>
  );
}

function Failed({ problem, onRetry }: { problem: ProblemError; onRetry: () => void }) {
  return (
    <div className={sheet['notice']} role="alert">
      <h3 className={sheet['name']}>{m.tokens_failed()}</h3>
      <p className={sheet['text']}>{problem.message}</p>
      <Button look="secondary" onClick={onRetry}>
        {m.tokens_retry()}
      </Button>
    </div>
  );
}

function Row({ token, mayRevoke, onRevoked }: { token: OwnToken; mayRevoke: boolean; onRevoked: () => void }) {
  const [confirming, setConfirming] = useState(false);
  const [now] = useState(() => Date.now());
  const revoke = useRef<HTMLButtonElement>(null);
  const left = Date.parse(token.expiresAt) - now;
  return (
    <li className={styles['token']}>
      <div className={sheet['line']}>
        <h3 className={sheet['name']}>{token.name}</h3>
        {mayRevoke && (
          <button
            ref={revoke}
            type="button"
            className={sheet['remove']}
            aria-label={m.tokens_revoke_of({ name: token.name })}
            aria-expanded={confirming}
            onClick={() => setConfirming(!confirming)}
          >
            {m.tokens_revoke()}
          </button>
        )}
      </div>
      <dl className={styles['facts']}>
        <Fact name={m.tokens_created()}>
          <Moment at={token.createdAt}>{formatDate(token.createdAt)}</Moment>
        </Fact>
        <Fact name={expiry(left)} warn={left > 0 && left < SOON}>
          <Moment at={token.expiresAt}>{formatDate(token.expiresAt)}</Moment>
        </Fact>
        <Fact name={m.tokens_used()}>
          {token.lastUsedAt ? (
            <Moment at={token.lastUsedAt}>{formatRelative(token.lastUsedAt, now)}</Moment>
          ) : (
            m.tokens_never_used()
          )}
        </Fact>
        <Fact name={m.tokens_may()} wide>
          <May permissions={token.permissions} />
        </Fact>
      </dl>
      {confirming && (
        <Question
          token={token}
          onRevoked={onRevoked}
          onCancel={() => {
            setConfirming(false);
            revoke.current?.focus();
          }}
        />
      )}
    </li>
  );
}

function expiry(left: number): string {
  if (left <= 0) return m.tokens_expired();
  return left < SOON ? m.tokens_expires_soon() : m.tokens_expires();
}

function Fact({ name, wide, warn, children }: { name: string; wide?: boolean; warn?: boolean; children: ReactNode }) {
  return (
    <div data-wide={wide || undefined} data-warn={warn || undefined}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** A relative time; the exact one on hover. */
function Moment({ at, children }: { at: string; children: ReactNode }) {
  return (
    <time dateTime={at} title={formatDateTime(at)}>
      {children}
    </time>
  );
}

function May({ permissions }: { permissions: OwnToken['permissions'] }) {
  if (!permissions) return m.tokens_may_all();
  return (
    <ul className={styles['may']}>
      {permissions.map(({ resource, actions }) => (
        <li key={resource}>
          {m.tokens_may_some({ resource: titleOf(resource), actions: actions.map(spacedName).join(', ') })}
        </li>
      ))}
    </ul>
  );
}

function Question({ token, onCancel, onRevoked }: { token: OwnToken; onCancel: () => void; onRevoked: () => void }) {
  const [busy, setBusy] = useState(false);
  const id = useId();

  async function revoke(): Promise<void> {
    setBusy(true);
    try {
      await revokeToken(idOf(token));
    } catch (error) {
      const problem = asProblem(error);
      // Already revoked elsewhere.
      if (problem.status !== 404) {
        setBusy(false);
        toast.error(problem.message);
        return;
      }
    }
    toast.success(m.tokens_revoked());
    onRevoked();
  }

  return (
    <div className={sheet['question']} role="group" aria-labelledby={id}>
      <p id={id}>{m.tokens_revoke_text({ name: token.name })}</p>
      <div className={sheet['answers']}>
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus */}
        <Button look="quiet" autoFocus onClick={onCancel}>
          {m.tokens_revoke_keep()}
        </Button>
        <Button look="danger" busy={busy} onClick={() => void revoke()}>
          {busy ? m.tokens_revoking() : m.tokens_revoke()}
        </Button>
      </div>
    </div>
  );
}
