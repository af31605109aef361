import { partWords } from '../../kit/words/part-words.ts';

export const siteWords = partWords({
  'zh-CN': () => import('virtual:wording/zh-CN/site'),
  'zh-TW': () => import('virtual:wording/zh-TW/site'),
  en: () => import('virtual:wording/en/site'),
});
