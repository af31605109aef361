import { partWords } from '../../kit/words/part-words.ts';

/** Wording of the package download page, loaded with it. */
export const packageWords = partWords({
  'zh-CN': () => import('virtual:wording/zh-CN/card_package'),
  'zh-TW': () => import('virtual:wording/zh-TW/card_package'),
  en: () => import('virtual:wording/en/card_package'),
});
