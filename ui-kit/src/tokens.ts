// The design tokens of both apps. scripts/tokens.mjs writes them as custom properties to tokens.css; the back-office's
// theme reads this object. Names say what a value is for, not what it looks like.

const sand = {
  50: '#fbf9f5',
  100: '#f5f1ea',
  200: '#ebe5da',
  300: '#dcd4c5',
  400: '#b9ae9b',
  500: '#8a806f',
  600: '#6a6153',
  700: '#4e483d',
  800: '#332f28',
  900: '#201d19',
} as const;

export interface Palette {
  page: string;
  surface: string;
  raised: string;
  sunken: string;
  /** A hairline. */
  line: string;
  /** The edge of a control: 3:1 against the surface. */
  control: string;
  ink: string;
  muted: string;
  accent: string;
  accentHover: string;
  accentSoft: string;
  onAccent: string;
  focus: string;
  /** Only for unsaved work and warnings. */
  warn: string;
  warnSoft: string;
  /** Only for deletion and errors. */
  danger: string;
  dangerSoft: string;
  onDanger: string;
  /** Only for success. */
  done: string;
  doneSoft: string;
  backdrop: string;
}

const light: Palette = {
  page: sand[50],
  surface: '#ffffff',
  raised: '#ffffff',
  sunken: sand[100],
  line: sand[200],
  control: sand[500],
  ink: sand[900],
  muted: sand[600],
  accent: '#0d5c59',
  accentHover: '#0a4a48',
  accentSoft: '#e3efec',
  onAccent: '#ffffff',
  focus: '#0d7f7a',
  warn: '#a8500b',
  warnSoft: '#fcefdf',
  danger: '#b3261e',
  dangerSoft: '#fbeae8',
  onDanger: '#ffffff',
  done: '#1f6b3b',
  doneSoft: '#e5f2e8',
  backdrop: 'rgb(32 29 25 / 0.42)',
};

const dark: Palette = {
  page: '#171512',
  surface: '#1e1b18',
  raised: '#282420',
  sunken: '#13110f',
  line: '#332e28',
  control: '#7d7364',
  ink: '#f2ede4',
  muted: '#b3a998',
  accent: '#69c5ba',
  accentHover: '#86d5cb',
  accentSoft: '#1d3532',
  onAccent: '#08211f',
  focus: '#7fd3c9',
  warn: '#f0a35a',
  warnSoft: '#3a2a18',
  danger: '#f2938b',
  dangerSoft: '#3d211e',
  onDanger: '#2b0b08',
  done: '#7ccf97',
  doneSoft: '#1b3324',
  backdrop: 'rgb(8 7 6 / 0.6)',
};

export const tokens = {
  colour: { light, dark },
  /** Distinguishable with any colour vision; the first one is the accent. */
  chart: {
    light: ['#0d5c59', '#d77e04', '#5593e4', '#aa5e98', '#6a6816', '#3b2d1e'],
    dark: ['#69c5ba', '#e69c22', '#4c7fe8', '#c64d8f', '#e3ecb0', '#7c6806'],
  },
  shadow: {
    light: {
      low: '0 1px 2px rgb(32 29 25 / 0.06)',
      high: '0 12px 32px -8px rgb(32 29 25 / 0.18), 0 2px 6px rgb(32 29 25 / 0.06)',
    },
    dark: { low: '0 1px 2px rgb(0 0 0 / 0.3)', high: '0 16px 40px -8px rgb(0 0 0 / 0.55), 0 2px 6px rgb(0 0 0 / 0.3)' },
  },
  font: {
    text: "'Inter Variable', 'IBM Plex Sans Arabic', 'Inter Fallback', system-ui, sans-serif",
    mono: "ui-monospace, 'SF Mono', 'Cascadia Mono', 'Liberation Mono', monospace",
  },
  /** In pixels, as are spaces and widths; written as rem. */
  size: { small: 12, hint: 13, note: 14, text: 16, lead: 20, title: 28, display: 40, hero: 64 },
  weight: { regular: '400', medium: '500', strong: '550', bold: '600' },
  /** Heights of lines, relative to the size. That of badges is fixed. */
  leading: { tight: '1.15', snug: '1.3', even: '1.4', text: '1.5', pill: 20 },
  /** Between things. From `SCALED` on they follow the density. */
  space: [2, 4, 6, 8, 12, 16, 20, 24, 32, 48, 64],
  /** Of columns, fields, dialogs and pages. */
  width: [192, 256, 320, 384, 448, 512, 576, 640, 768, 896, 1024, 1152],
  radius: { small: 6, medium: 10, large: 16 },
  motion: { response: '120ms', move: '200ms', ease: 'cubic-bezier(0.2, 0, 0, 1)' },
  /** The minimum size of a touch target. */
  target: 48,
  /** The height of the estimators' top bar. */
  bar: 64,
} as const;

/** The smallest space that follows the density, in pixels: smaller ones separate what belongs together. */
export const SCALED = 8;

/**
 * How much room things have, in pixels: rows of lists, fields, items of menus and buttons, tools within a line, and chips.
 * `density` multiplies the spaces. A product chooses one.
 */
export const density = {
  comfortable: { density: '1', rowHeight: 44, field: 40, item: 36, tool: 32, chip: 28 },
  compact: { density: '0.75', rowHeight: 36, field: 36, item: 32, tool: 28, chip: 24 },
} as const;
