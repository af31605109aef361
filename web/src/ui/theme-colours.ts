/** Colour and its soft background in light mode, the brighter pair for dark mode, and the text on it when filled; the same as in ui/tokens.css. */
type Colours = { primary: string; soft: string; bright: string; dim: string; on: string };

const blue: Colours = { primary: '#2347c5', soft: '#ecf0fd', bright: '#93abff', dim: '#1f2a4d', on: '#0f1733' };

/** The six theme colours; a light variant differs only in its background. */
const palette: Readonly<Record<string, Colours>> = {
  blue,
  white: { primary: '#2f3642', soft: '#eef0f2', bright: '#b9c2ce', dim: '#2a2f38', on: '#171b21' },
  purple: { primary: '#6136b8', soft: '#f2edfd', bright: '#b9a0ff', dim: '#2c2348', on: '#1b1133' },
  green: { primary: '#12694a', soft: '#e8f4ee', bright: '#63c99c', dim: '#16332a', on: '#06231a' },
  red: { primary: '#b3281f', soft: '#fdeeeb', bright: '#ff9184', dim: '#3d201d', on: '#2c0a06' },
  yellow: { primary: '#7d4e00', soft: '#fcf3dd', bright: '#e6b65c', dim: '#362a11', on: '#261a02' },
};

export const coloursOf = (theme: string): Colours => palette[theme.replace('-light', '')] ?? blue;
