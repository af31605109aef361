/** Grounds of covers by their traditional Chinese colour names; the other four colours of each are in the browser's generator. */
export const coverColors = {
  dailan: '#284a8c',
  tianqing: '#bcdcdd',
  zhuqing: '#2c6d55',
  songhua: '#dde7b4',
  xiang: '#f4cd63',
  zheshi: '#9c4d2b',
  zhusha: '#c13f2c',
  yanzhi: '#8e2a49',
  ouhe: '#e6d3e4',
  qiezi: '#4a3675',
  tuohe: '#e9d8bd',
  mohui: '#353b44',
} as const;
export type CoverColor = keyof typeof coverColors;
