/** Colour and its soft background in light mode, and the brighter pair for dark mode; the same as in ui/tokens.css. */
export type Colours = { primary: string; soft: string; bright: string; dim: string };

const blue: Colours = { primary: '#1668dc', soft: '#e6f0ff', bright: '#5a9bff', dim: '#15294b' };

/** The six theme colours; a light variant differs only in its background. */
export const palette: Readonly<Record<string, Colours>> = {
  blue,
  white: { primary: '#3d4b5c', soft: '#eef1f4', bright: '#a9b8c9', dim: '#29323c' },
  purple: { primary: '#6d3fd6', soft: '#f0eaff', bright: '#a98bff', dim: '#2c2147' },
  green: { primary: '#0b7a43', soft: '#e5f6ec', bright: '#4cc38a', dim: '#12352a' },
  red: { primary: '#c92a2a', soft: '#ffecec', bright: '#ff7b7b', dim: '#431f1f' },
  yellow: { primary: '#8a5300', soft: '#fff3dc', bright: '#e0a94a', dim: '#3a2c12' },
};

export const coloursOf = (theme: string): Colours => palette[theme.replace('-light', '')] ?? blue;

/** Text colour on a filled button: dark on bright colours. */
export const onPrimary = { light: '#ffffff', dark: '#0b1626' } as const;

/** Fixed widget colours by mode. */
export const fixed = {
  light: {
    success: '#0b7a43',
    error: '#c62828',
    placeholder: '#667085',
    description: '#5b6675',
    container: '#ffffff',
    elevated: '#ffffff',
  },
  dark: {
    success: '#4cc38a',
    error: '#ff7b7b',
    placeholder: '#9aa4b2',
    description: '#a7b0bd',
    container: '#1b2129',
    elevated: '#232a34',
  },
} as const;
