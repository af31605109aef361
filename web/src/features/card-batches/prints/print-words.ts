import { partWords } from '../../../kit/words/part-words.ts';

/** Wording of the print page, loaded with it. */
export const printWords = partWords({
  'zh-CN': () => import('virtual:wording/zh-CN/card_prints'),
  en: () => import('virtual:wording/en/card_prints'),
});
