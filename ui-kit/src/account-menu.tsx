// The visitor's own menu: who they are, theme and language, password, tokens for programs, and the ways out.
import { Suspense, useEffect, useId, useRef, useState } from 'react';
import { m } from '@mizan/ui-kit/messages';
import { ChangePassword } from './change-password';
import { asProblem } from './http';
import { LanguageChoice } from './language-choice';
import { lazyScreen } from './lazy-screen';
import { Segments } from './segments';
import { can, session, type Me } from './session';
import { useTheme, type Theme } from './theme';
import { toast } from './toaster';
import styles from './account-menu.module.css';

const ApiTokens = lazyScreen(() => import('./api-tokens/dialog'));

/** First letters of the names, or U when there are none. */
export function initials(user: { firstName: string; lastName: string }): string {
  return `${[...user.firstName][0] ?? ''}${[...user.lastName][0] ?? ''}`.toUpperCase() || 'U';
}

async function signOut(everywhere: boolean): Promise<void> {
  try {
    await session.signOut({ everywhere });
    if (everywhere) toast.success(m.account_signed_out_everywhere());
  } catch (error) {
    toast.error(asProblem(error).message);
  }
}

function ThemeChoice() {
  const { chosen, choose } = useTheme();
  const choices: { value: Theme; label: string }[] = [
    { value: 'light', label: m.account_theme_light() },
    { value: 'dark', label: m.account_theme_dark() },
    { value: 'system', label: m.account_theme_system() },
  ];
  return (
    <div className={styles['choosing']}>
      <Segments legend={m.account_theme()} {...{ choices, chosen, choose }} />
    </div>
  );
}

export function AccountMenu({ me }: { me: Me }) {
  const [open, setOpen] = useState(false);
  const [dialog, setDialog] = useState<'password' | 'tokens' | null>(null);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const name = `${me.user.firstName} ${me.user.lastName}`.trim() || me.user.email;

  useEffect(() => {
    if (!open) return;
    const outside = (event: Event): void => {
      if (event.target instanceof Node && !root.current?.contains(event.target)) setOpen(false);
    };
    const escape = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return;
      setOpen(false);
      button.current?.focus();
    };
    document.addEventListener('pointerdown', outside);
    document.addEventListener('focusin', outside);
    document.addEventListener('keydown', escape);
    return () => {
      document.removeEventListener('pointerdown', outside);
      document.removeEventListener('focusin', outside);
      document.removeEventListener('keydown', escape);
    };
  }, [open]);

  function show(next: 'password' | 'tokens'): void {
    setOpen(false);
    setDialog(next);
  }

  function closed(): void {
    setDialog(null);
    button.current?.focus();
  }

  return (
    <div className={styles['root']} ref={root}>
      <button
        ref={button}
        type="button"
        className={styles['avatar']}
        aria-label={m.account_open({ name })}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <span className={styles['face']} data-initials={initials(me.user)}>
          {me.user.imageUrl && <img src={me.user.imageUrl} alt="" />}
        </span>
      </button>
      <div id={id} className={styles['panel']} hidden={!open}>
        <div className={styles['who']}>
          <p className={styles['name']}>{name}</p>
          <p className={styles['email']}>{me.user.email}</p>
        </div>
        <ThemeChoice />
        <LanguageChoice />
        <div className={styles['items']}>
          <button type="button" className={styles['item']} onClick={() => show('password')}>
            {m.account_change_password()}
          </button>
          {can(me, 'tokens', 'read') && (
            <button type="button" className={styles['item']} onClick={() => show('tokens')}>
              {m.account_tokens()}
            </button>
          )}
          <button type="button" className={styles['item']} onClick={() => void signOut(false)}>
            {m.account_sign_out()}
          </button>
          <button type="button" className={styles['item']} onClick={() => void signOut(true)}>
            {m.account_sign_out_everywhere()}
          </button>
        </div>
      </div>
      {dialog === 'password' && <ChangePassword onClose={closed} />}
      {dialog === 'tokens' && (
        <Suspense>
          <ApiTokens me={me} onClose={closed} />
        </Suspense>
      )}
    </div>
  );
}
