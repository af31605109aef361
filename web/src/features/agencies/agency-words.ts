import { partWords } from '../../kit/words/part-words.ts';

/** Wording of the agencies' own pages, loaded with them. */
export const agencyWords = partWords({
  'zh-CN': () => import('virtual:wording/zh-CN/agencies'),
  en: () => import('virtual:wording/en/agencies'),
});
