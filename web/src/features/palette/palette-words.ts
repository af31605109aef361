import { partWords } from '../../kit/words/part-words.ts';

export const paletteWords = partWords({
  'zh-CN': () => import('virtual:wording/zh-CN/palette'),
  en: () => import('virtual:wording/en/palette'),
});
