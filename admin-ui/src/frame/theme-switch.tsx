// Switches between light and dark; the account menu also offers the system's theme.
import { IconButton } from '@mizan/ui-kit/button';
import { m } from '@mizan/ui-kit/messages';
import { useTheme } from '@mizan/ui-kit/theme';
import { Icon } from './icon.tsx';

export function ThemeSwitch() {
  const { shown, choose } = useTheme();
  const label = shown === 'dark' ? m.admin_theme_to_light() : m.admin_theme_to_dark();
  return (
    <IconButton aria-label={label} title={label} onClick={() => choose(shown === 'dark' ? 'light' : 'dark')}>
      <Icon name={shown === 'dark' ? 'sun' : 'moon'} />
    </IconButton>
  );
}
