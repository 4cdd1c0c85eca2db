import css from '@fynbos/web-agent/src/styles/tokens.css?raw';
import type { RaThemeOptions } from 'react-admin';

type Mode = 'light' | 'dark';

const LIGHT_DARK_PAIR = /--([\w-]+):\s*light-dark\(\s*([^,()]+(?:\([^)]*\))?)\s*,\s*([^,()]+(?:\([^)]*\))?)\s*\)/g;

const pairs = new Map([...css.matchAll(LIGHT_DARK_PAIR)].map(([, name, light, dark]) => [name, { light, dark }]));

/** A literal value of tokens.css in one mode, because the theme mixes colours. Throws for an unknown name. */
function token(name: string, mode: Mode): string {
  const value = pairs.get(name)?.[mode];
  if (value === undefined) throw new Error(`tokens.css has no pair --${name}`);
  return value.trim();
}

const FONT = 'var(--font)';
const NARROW = '@media (max-width: 899px)';

/** All colours from tokens.css: dense, no shadows, no upper case, lines instead of boxes. */
export function themeOf(mode: Mode): RaThemeOptions {
  const colour = (name: string) => token(name, mode);
  const line = `1px solid ${colour('line')}`;
  return {
    palette: {
      mode,
      // Hovered buttons of the dark mode keep a contrast of 4.5:1.
      tonalOffset: 0.1,
      primary: { main: colour('brand'), contrastText: colour('on-brand') },
      secondary: { main: colour('brand'), contrastText: colour('on-brand') },
      warning: { main: colour('sun-text'), contrastText: colour('ground') },
      error: { main: colour('danger'), contrastText: colour('on-danger') },
      success: { main: colour('brand'), contrastText: colour('on-brand') },
      info: { main: colour('focus'), contrastText: colour('ground') },
      background: { default: colour('ground'), paper: colour('surface') },
      text: { primary: colour('text'), secondary: colour('quiet') },
      divider: colour('line'),
    },
    // The menu collapses below 900 px, which includes a desktop zoomed to 200 %.
    breakpoints: { values: { xs: 0, sm: 900, md: 1100, lg: 1280, xl: 1600 } },
    shape: { borderRadius: 8 },
    sidebar: { width: 248, closedWidth: 56 },
    typography: {
      fontFamily: FONT,
      fontSize: 14,
      h5: { fontSize: '1.25rem', fontWeight: 600, lineHeight: 1.3 },
      h6: { fontSize: '1rem', fontWeight: 600, lineHeight: 1.4 },
      body1: { fontSize: '0.9375rem' },
      body2: { fontSize: '0.875rem' },
      caption: { fontSize: '0.8125rem', color: colour('quiet') },
      button: { textTransform: 'none', fontWeight: 600, letterSpacing: 0 },
    },
    components: {
      MuiButtonBase: {
        defaultProps: { disableRipple: true },
        styleOverrides: {
          root: { '&.Mui-focusVisible': { outline: `2px solid ${colour('focus')}`, outlineOffset: -2 } },
        },
      },
      MuiButton: {
        defaultProps: { disableElevation: true },
        styleOverrides: {
          root: { minHeight: 36, '&.Mui-focusVisible': { outline: `2px solid ${colour('focus')}`, outlineOffset: 2 } },
        },
      },
      MuiPaper: {
        defaultProps: { elevation: 0 },
        styleOverrides: { root: { backgroundImage: 'none' }, elevation1: { border: line, boxShadow: 'none' } },
      },
      MuiAppBar: {
        styleOverrides: {
          root: {
            boxShadow: 'none',
            background: colour('surface'),
            color: colour('text'),
            borderBottom: line,
            backgroundImage: 'none',
            [NARROW]: { '& .RaAppBar-toolbar .MuiIconButton-root': { padding: 6 } },
          },
        },
      },
      MuiLink: { styleOverrides: { root: { textDecorationColor: 'currentcolor', textUnderlineOffset: '0.2em' } } },
      MuiChip: { styleOverrides: { root: { borderRadius: 4, height: 24 } } },
      MuiTab: { styleOverrides: { root: { minHeight: 44, minWidth: 0, textTransform: 'none', fontWeight: 600 } } },
      MuiTextField: { defaultProps: { variant: 'outlined', size: 'small' } },
      MuiFormControl: { defaultProps: { variant: 'outlined', size: 'small' } },
      MuiOutlinedInput: { styleOverrides: { notchedOutline: { borderColor: colour('control') } } },
      MuiTableCell: {
        styleOverrides: {
          root: { padding: '8px 12px', borderColor: colour('line'), verticalAlign: 'top', lineHeight: 1.5 },
          head: { color: colour('quiet'), fontWeight: 600, whiteSpace: 'nowrap' },
          body: { fontSize: '0.875rem', '&[scope]': { fontWeight: 600 } },
          footer: { color: colour('text'), fontSize: '0.875rem', fontWeight: 600, borderBottom: 0 },
        },
      },
      MuiTableBody: { styleOverrides: { root: { '&:last-child > tr:last-child > *': { borderBottom: 0 } } } },
      MuiTableRow: { styleOverrides: { root: { '&.MuiTableRow-hover:hover': { background: colour('sunken') } } } },
      MuiTooltip: { defaultProps: { enterDelay: 400 } },
      MuiDialog: {
        styleOverrides: {
          paper: { border: line, [NARROW]: { width: 'calc(100% - 32px)', margin: 16 } },
        },
      },
      RaLayout: {
        styleOverrides: {
          root: {
            minWidth: 0,
            '& .RaLayout-appFrame': { marginTop: 48 },
            '& .RaLayout-content': {
              padding: '20px 24px',
              background: colour('ground'),
              minWidth: 0,
              [NARROW]: { padding: 16 },
            },
          },
        },
      },
      RaDataTable: { styleOverrides: { root: { '& .RaDataTable-headerCell': { background: colour('surface') } } } },
      RaSidebar: {
        styleOverrides: {
          root: {
            // The menu has its width from the first frame: a growing menu would move the page and its tabs.
            '& .MuiPaper-root, &.MuiDrawer-docked': { transition: 'none' },
            '& .RaSidebar-fixed': { background: 'transparent', height: 'calc(100vh - 49px)' },
            '& .MuiPaper-root': { background: colour('ground') },
          },
        },
      },
    },
  } as RaThemeOptions;
}
