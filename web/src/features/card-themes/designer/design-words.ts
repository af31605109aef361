import { partWords } from '../../../kit/words/part-words.ts';

/** Wording of the designer, loaded with it. */
export const designWords = partWords({
  'zh-CN': () => import('virtual:wording/zh-CN/card_design'),
  en: () => import('virtual:wording/en/card_design'),
});
