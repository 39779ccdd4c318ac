// The account menu: the user, theme and language, and actions.
import { m } from '@mizan/ui-kit/messages';
import { LanguageChoice } from './language-choice';
import { Popup, type Anchor } from './popup';
import { Segments } from './segments';
import { can, type Me } from './session';
import { signOut } from './sign-out';
import { useTheme, type Theme } from './theme';
import styles from './account.module.css';

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

/** The dialogs of the menu. */
export type AccountDialog = 'password' | 'two-step' | 'tokens';

interface Props {
  id: string;
  anchor: Anchor;
  me: Me;
  name: string;
  show: (dialog: AccountDialog) => void;
  onClose: () => void;
}

export function AccountPanel({ id, anchor, me, name, show, onClose }: Props) {
  return (
    <Popup id={id} anchor={anchor} align="end" className={styles['panel']} onClose={onClose}>
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
        <button type="button" className={styles['item']} onClick={() => show('two-step')}>
          {m.account_two_step()}
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
    </Popup>
  );
}
