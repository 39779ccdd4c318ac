// The tokens of ui-kit as a Material theme. Colours that Material only passes on are custom properties; those that it
// computes with are values.
import { createTheme, type Theme } from '@mui/material/styles';
import { region, zone } from '@mizan/ui-kit/formats';
import { topModal } from '@mizan/ui-kit/modals';
import { productTheme } from '@mizan/ui-kit/product-theme';
import type { ShownTheme } from '@mizan/ui-kit/theme';
import { tokens } from '@mizan/ui-kit/tokens';

const edge = '1px solid var(--line)';
/** What opens is within the dialog, outside of which nothing can be reached. */
const container = () => topModal() ?? document.body;

export function muiTheme(shown: ShownTheme): Theme {
  const { colour: own, font, radius } = productTheme();
  const colour = { ...tokens.colour[shown], ...own?.[shown] };
  return createTheme({
    palette: {
      mode: shown,
      primary: { main: colour.accent, dark: colour.accentHover, contrastText: colour.onAccent },
      error: { main: colour.danger, contrastText: colour.onDanger },
      warning: { main: colour.warn },
      success: { main: colour.done },
      text: { primary: colour.ink, secondary: colour.muted },
      divider: colour.line,
      background: { default: colour.page, paper: colour.surface },
    },
    typography: {
      fontFamily: font?.text ?? tokens.font.text,
      fontSize: 14,
      button: { textTransform: 'none', fontWeight: 'var(--weight-strong)', letterSpacing: '-0.006em' },
    },
    shape: { borderRadius: radius?.small ?? tokens.radius.small },
    transitions: {
      duration: { shortest: 80, shorter: 100, short: 120, standard: 160, enteringScreen: 160, leavingScreen: 120 },
    },
    components: {
      MuiButtonBase: { defaultProps: { disableRipple: true } },
      MuiButton: {
        defaultProps: { disableElevation: true },
        styleOverrides: {
          root: {
            minHeight: 'var(--button)',
            paddingBlock: 'var(--space-6)',
            paddingInline: 'var(--button-space)',
            lineHeight: 'var(--leading-even)',
            whiteSpace: 'nowrap',
            '&.Mui-focusVisible': { outline: '2px solid var(--focus)', outlineOffset: 2 },
            '&[aria-disabled="true"]:not(.Mui-disabled)': { opacity: 0.55 },
          },
          outlined: {
            borderColor: 'var(--line)',
            color: 'var(--ink)',
            backgroundColor: 'var(--surface)',
            boxShadow: 'var(--shadow-low)',
            '&:hover': { borderColor: 'var(--control)', backgroundColor: 'var(--surface)' },
          },
          text: { color: 'var(--muted)', '&:hover': { color: 'var(--ink)', backgroundColor: 'var(--sunken)' } },
          contained: { boxShadow: 'var(--shadow-low)' },
        },
      },
      MuiIconButton: {
        styleOverrides: {
          root: {
            borderRadius: 'var(--radius-small)',
            color: 'var(--muted)',
            padding: 'var(--space-8)',
            '&:hover': { backgroundColor: 'var(--sunken)', color: 'var(--ink)' },
            '&.Mui-focusVisible': { outline: '2px solid var(--focus)', outlineOffset: 1 },
          },
        },
      },
      MuiOutlinedInput: {
        styleOverrides: {
          root: {
            fontSize: 'var(--size-note)',
            backgroundColor: 'var(--surface)',
            minHeight: 'var(--field)',
            '& .MuiOutlinedInput-notchedOutline': {
              borderColor: 'color-mix(in oklab, var(--control) 78%, var(--surface))',
            },
            '&:hover .MuiOutlinedInput-notchedOutline': { borderColor: 'var(--control)' },
            '&.Mui-focused .MuiOutlinedInput-notchedOutline': { borderColor: 'var(--focus)', borderWidth: 2 },
            '&.Mui-error .MuiOutlinedInput-notchedOutline': { borderColor: 'var(--danger)' },
          },
          multiline: { paddingBlock: 0 },
          input: {
            paddingBlock: 9,
            height: 'auto',
            outline: 'none',
            '&::placeholder': { color: 'var(--muted)', opacity: 0.85 },
          },
        },
      },
      // react-admin's fields show moments in the product's time zone.
      RaDateField: { defaultProps: { locales: region(), options: { timeZone: zone(), hourCycle: 'h23' } } },
      MuiInputLabel: { styleOverrides: { root: { fontSize: 'var(--size-note)' } } },
      MuiPaper: { styleOverrides: { root: { backgroundImage: 'none' } } },
      MuiModal: { defaultProps: { container } },
      MuiPopper: { defaultProps: { container, popperOptions: { strategy: 'fixed' } } },
      MuiMenu: { styleOverrides: { list: { padding: 4 } } },
      MuiPopover: {
        defaultProps: { container },
        styleOverrides: {
          paper: {
            border: edge,
            boxShadow: 'var(--shadow-high)',
            backgroundColor: 'var(--raised)',
            borderRadius: 'var(--radius-medium)',
          },
        },
      },
      MuiMenuItem: {
        styleOverrides: {
          root: {
            fontSize: 'var(--size-note)',
            borderRadius: 'var(--radius-small)',
            minHeight: 'var(--item)',
            paddingInline: 'var(--space-8)',
            gap: 'var(--space-8)',
            '&:hover, &.Mui-focusVisible': { backgroundColor: 'var(--sunken)' },
          },
        },
      },
      MuiAutocomplete: {
        styleOverrides: {
          paper: {
            border: edge,
            boxShadow: 'var(--shadow-high)',
            backgroundColor: 'var(--raised)',
            borderRadius: 'var(--radius-medium)',
            marginBlock: 4,
          },
          listbox: { padding: 4, fontSize: 'var(--size-note)' },
          option: { borderRadius: 'var(--radius-small)', minHeight: 'var(--item)' },
          noOptions: { fontSize: 'var(--size-note)', color: 'var(--muted)' },
          loading: { fontSize: 'var(--size-note)', color: 'var(--muted)' },
          inputRoot: { paddingBlock: 0, paddingInlineStart: 9 },
        },
      },
      MuiDialog: {
        styleOverrides: {
          paper: {
            borderRadius: 'var(--radius-large)',
            border: edge,
            boxShadow: 'var(--shadow-high)',
            backgroundColor: 'var(--raised)',
          },
        },
      },
      MuiBackdrop: {
        styleOverrides: { root: { '&:not(.MuiBackdrop-invisible)': { backgroundColor: 'var(--backdrop)' } } },
      },
      MuiDialogTitle: {
        styleOverrides: {
          root: {
            fontSize: 'var(--size-text)',
            fontWeight: 'var(--weight-bold)',
            letterSpacing: '-0.012em',
            paddingBlock: 'var(--space-20) var(--space-8)',
          },
        },
      },
      // Contains what is placed absolutely in it: otherwise the dialog itself would scroll.
      MuiDialogContent: {
        styleOverrides: { root: { position: 'relative', fontSize: 'var(--size-note)', color: 'var(--muted)' } },
      },
      MuiDialogActions: {
        styleOverrides: {
          root: { padding: 'var(--space-8) var(--space-20) var(--space-20)', gap: 'var(--space-4)' },
        },
      },
      MuiDrawer: { styleOverrides: { paper: { backgroundColor: 'var(--page)', borderInlineEnd: edge } } },
      MuiTooltip: {
        styleOverrides: {
          tooltip: {
            backgroundColor: 'var(--ink)',
            color: 'var(--page)',
            fontSize: 'var(--size-small)',
            fontWeight: 'var(--weight-medium)',
            paddingInline: 'var(--space-8)',
          },
        },
      },
      MuiCheckbox: { styleOverrides: { root: { padding: 6 } } },
      MuiSkeleton: {
        defaultProps: { animation: 'pulse' },
        styleOverrides: { root: { backgroundColor: 'color-mix(in oklab, var(--line) 60%, transparent)' } },
      },
    },
  });
}
