// What the user has: the state, the authenticator app, the passkeys and the recovery codes, each with what can be done.
import type { ReactNode } from 'react';
import { m } from '@mizan/ui-kit/messages';
import { Button } from '../button';
import { formatDate, formatDateTime } from '../formats';
import { formatRelative } from '../relative-times';
import { ProblemError } from '../http';
import { passkeysKnown, passkeysWork } from '../passkey';
import sheet from '../sheet.module.css';
import { idOf, type Factors, type Passkey } from './own-factors';
import styles from './two-step.module.css';

interface Props {
  /** Undefined while they load. */
  factors: Factors | ProblemError | undefined;
  onRetry: () => void;
  onSetUpApp: () => void;
  onRemoveApp: () => void;
  onAddPasskey: () => void;
  onRemovePasskey: (passkey: Passkey) => void;
  onRenewCodes: () => void;
}

export function Overview({ factors, onRetry, ...actions }: Props) {
  return (
    <div className={sheet['body']}>
      <p className={sheet['text']}>{m.two_step_text()}</p>
      {factors === undefined && (
        <div className={sheet['loading']} role="status">
          <span className={sheet['unseen']}>{m.two_step_loading()}</span>
          <i aria-hidden="true" />
          <i aria-hidden="true" />
        </div>
      )}
      {factors instanceof ProblemError && (
        <div className={sheet['notice']} role="alert">
          <h3 className={sheet['name']}>{m.two_step_failed()}</h3>
          <p className={sheet['text']}>{factors.message}</p>
          <Button look="secondary" onClick={onRetry}>
            {m.two_step_retry()}
          </Button>
        </div>
      )}
      {factors && !(factors instanceof ProblemError) && <Parts factors={factors} {...actions} />}
    </div>
  );
}

type PartsProps = Omit<Props, 'factors' | 'onRetry'> & { factors: Factors };

function Parts({ factors, onSetUpApp, onRemoveApp, onRenewCodes, ...ofPasskeys }: PartsProps) {
  const { app, passkeys, passkeyOrigin, recoveryCodesLeft: left, required } = factors;
  const on = app !== undefined || passkeys.length > 0;
  return (
    <>
      <p className={styles['state']} data-on={on || undefined}>
        {on ? m.two_step_on() : m.two_step_off()}
        {required && <span>{m.two_step_required()}</span>}
      </p>
      <Part title={m.two_step_app()} text={app ? <Since {...app} /> : m.two_step_app_none()}>
        <Button look={app ? 'secondary' : 'primary'} onClick={onSetUpApp}>
          {app ? m.two_step_replace() : m.two_step_set_up()}
        </Button>
        {app && (
          <Button look="quiet" onClick={onRemoveApp}>
            {m.two_step_remove()}
          </Button>
        )}
      </Part>
      <Passkeys passkeys={passkeys} origin={passkeyOrigin} {...ofPasskeys} />
      <Part title={m.two_step_codes()} text={on ? m.two_step_codes_left({ count: left }) : m.two_step_codes_none()}>
        {on && (
          <Button look="secondary" onClick={onRenewCodes}>
            {m.two_step_codes_renew()}
          </Button>
        )}
      </Part>
    </>
  );
}

interface PasskeysProps extends Pick<Props, 'onAddPasskey' | 'onRemovePasskey'> {
  passkeys: Passkey[];
  /** Where passkeys can be used. Undefined when the server allows none. */
  origin: string | null | undefined;
}

/** Why no passkey can be added here, or what one is. */
function passkeysText(origin: PasskeysProps['origin']): string {
  if (!origin) return m.two_step_passkeys_off();
  if (origin !== location.origin) return m.two_step_passkeys_elsewhere({ origin });
  return passkeysKnown() ? m.two_step_passkeys_none() : m.two_step_passkeys_unsupported();
}

function Passkeys({ passkeys, origin, onAddPasskey, onRemovePasskey }: PasskeysProps) {
  return (
    <Part title={m.two_step_passkeys()} text={passkeysText(origin)}>
      {passkeys.length > 0 && (
        <ul className={styles['keys']} aria-label={m.two_step_passkeys()}>
          {passkeys.map((passkey) => (
            <li key={idOf(passkey)}>
              <div>
                <p>{passkey.name}</p>
                <p className={sheet['text']}>
                  <Since {...passkey} />
                </p>
              </div>
              <Button
                look="quiet"
                aria-label={m.two_step_passkey_remove_of({ name: passkey.name })}
                onClick={() => onRemovePasskey(passkey)}
              >
                {m.two_step_remove()}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {passkeysWork(origin) && (
        <Button look="secondary" onClick={onAddPasskey}>
          {m.two_step_passkey_add()}
        </Button>
      )}
    </Part>
  );
}

function Part({ title, text, children }: { title: string; text: ReactNode; children?: ReactNode }) {
  return (
    <section className={styles['part']}>
      <h3 className={sheet['name']}>{title}</h3>
      <p className={sheet['text']}>{text}</p>
      <div className={styles['tools']}>{children}</div>
    </section>
  );
}

/** When a factor was set up, and when it was last used; the exact times on hover. */
export function Since({ createdAt, lastUsedAt }: { createdAt: string; lastUsedAt?: string | null }) {
  return (
    <>
      <time dateTime={createdAt} title={formatDateTime(createdAt)}>
        {m.two_step_app_since({ date: formatDate(createdAt) })}
      </time>
      {', '}
      {lastUsedAt ? (
        <time dateTime={lastUsedAt} title={formatDateTime(lastUsedAt)}>
          {m.two_step_used({ when: formatRelative(lastUsedAt) })}
        </time>
      ) : (
        m.two_step_never_used()
      )}
    </>
  );
}
