import { partWords } from '../../kit/part-words.ts';

/** Words of the page that hands a package out, loaded with it. */
export const packageWords = partWords({
  'zh-CN': () => import('virtual:wording/zh-CN/card_package'),
  'zh-TW': () => import('virtual:wording/zh-TW/card_package'),
  en: () => import('virtual:wording/en/card_package'),
});
