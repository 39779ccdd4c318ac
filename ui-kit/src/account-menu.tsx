// The visitor's own menu: who they are, the theme, the password, and the ways out.
import { useEffect, useId, useRef, useState } from 'react';
import { m } from '@mizan/ui-kit/messages';
import { ChangePassword } from './change-password';
import { asProblem } from './http';
import { session, type Me } from './session';
import { useTheme, type Theme } from './theme';
import { toast } from './toaster';
import styles from './account-menu.module.css';

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
  const name = useId();
  const choices: { value: Theme; label: string }[] = [
    { value: 'light', label: m.account_theme_light() },
    { value: 'dark', label: m.account_theme_dark() },
    { value: 'system', label: m.account_theme_system() },
  ];
  return (
    <fieldset className={styles['theme']}>
      <legend className={styles['legend']}>{m.account_theme()}</legend>
      <div className={styles['choices']}>
        {choices.map(({ value, label }) => (
          <label key={value} className={styles['choice']}>
            <input type="radio" name={name} value={value} checked={chosen === value} onChange={() => choose(value)} />
            <span>{label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

export function AccountMenu({ me }: { me: Me }) {
  const [open, setOpen] = useState(false);
  const [changing, setChanging] = useState(false);
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
        <div className={styles['items']}>
          <button
            type="button"
            className={styles['item']}
            onClick={() => {
              setOpen(false);
              setChanging(true);
            }}
          >
            {m.account_change_password()}
          </button>
          <button type="button" className={styles['item']} onClick={() => void signOut(false)}>
            {m.account_sign_out()}
          </button>
          <button type="button" className={styles['item']} onClick={() => void signOut(true)}>
            {m.account_sign_out_everywhere()}
          </button>
        </div>
      </div>
      {changing && (
        <ChangePassword
          onClose={() => {
            setChanging(false);
            button.current?.focus();
          }}
        />
      )}
    </div>
  );
}
