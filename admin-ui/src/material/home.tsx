// Where react-admin's components look at home: the tokens of ui-kit as Material's theme, and the styles that our content
// security policy allows. It is loaded with the first of these components.
import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import { ThemeProvider } from '@mui/material/styles';
import { useTheme, type ShownTheme } from '@mizan/ui-kit/theme';
import type { ReactNode } from 'react';
import { settle } from '../module/at-home.tsx';
import { muiTheme } from './theme.ts';

// Inserts rules with `insertRule` (`speedy`), which the content security policy allows.
const styles = createCache({ key: 'm', prepend: true, speedy: true });
const themes = new Map<ShownTheme, ReturnType<typeof muiTheme>>();

function Home({ children }: { children: ReactNode }) {
  const { shown } = useTheme();
  const theme = themes.get(shown) ?? muiTheme(shown);
  themes.set(shown, theme);
  return (
    <CacheProvider value={styles}>
      <ThemeProvider theme={theme}>{children}</ThemeProvider>
    </CacheProvider>
  );
}

settle(Home);
