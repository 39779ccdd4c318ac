// The button of the command palette in the bar, the keys that hold on every screen, and what they open, loaded then.
import { m } from '@mizan/ui-kit/messages';
import { lazyInPlace } from '@mizan/ui-kit/lazy-screen';
import { useCallback, useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { Icon } from '../frame/icon.tsx';
import { useAreas } from '../frame/navigation.tsx';
import { paths } from '../paths.ts';
import { isCovered, opensPalette, PALETTE_KEY, useShortcutKeys } from '../shortcuts/keys.ts';
import { currentCommands, useShortcuts, type Commands } from '../shortcuts/registered.ts';
import styles from './palette-host.module.css';
import { useTypedAhead } from './typed-ahead.ts';

const Palette = lazyInPlace(() => import('./palette.tsx'));
const ShortcutHelp = lazyInPlace(() => import('../shortcuts/help.tsx'));

export function PaletteHost() {
  // With the actions that were offered when it was opened: it takes the focus from the row that they are about.
  const [offered, setOffered] = useState<Commands[] | null>(null);
  const [help, setHelp] = useState(false);
  const navigate = useNavigate();
  const typed = useTypedAhead(() => setOffered(null));
  const { begin } = typed;
  const open = useCallback(() => {
    begin();
    setOffered(currentCommands());
  }, [begin]);

  useShortcutKeys();
  useShortcuts([
    { keys: ['?'], text: m.shortcuts_help(), group: m.shortcuts_everywhere(), run: () => setHelp(true) },
    ...useAreas().map(({ area }) => ({
      keys: [`g ${area.path.charAt(0)}`],
      text: m.shortcuts_go({ area: area.label }),
      group: m.shortcuts_everywhere(),
      run: () => void navigate(paths.area(area.path)),
    })),
  ]);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!opensPalette(event) || isCovered()) return;
      event.preventDefault();
      open();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [open]);

  return (
    <>
      <button
        type="button"
        className={styles.open}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={open}
      >
        <Icon name="search" size={18} />
        <span className={styles.label}>{m.palette_open()}</span>
        <kbd className={styles.key} aria-hidden="true">
          {PALETTE_KEY}
        </kbd>
      </button>
      {offered && (
        <Palette offered={offered} typed={typed} onHelp={() => setHelp(true)} onClose={() => setOffered(null)} />
      )}
      {help && <ShortcutHelp onClose={() => setHelp(false)} />}
    </>
  );
}
