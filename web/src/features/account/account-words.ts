import { partWords } from '../../kit/words/part-words.ts';

/** Wording of the account pages, in a separate chunk: the member's first page needs none of it. */
export const accountWords = partWords({
  'zh-CN': () => import('virtual:wording/zh-CN/account'),
  'zh-TW': () => import('virtual:wording/zh-TW/account'),
  en: () => import('virtual:wording/en/account'),
});
