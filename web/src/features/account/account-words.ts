import { partWords } from '../../kit/part-words.ts';

/** Words of the account's pages, in a chunk of their own: the member's first page needs none of them. */
export const accountWords = partWords({
  'zh-CN': () => import('virtual:wording/zh-CN/account'),
  'zh-TW': () => import('virtual:wording/zh-TW/account'),
  en: () => import('virtual:wording/en/account'),
});
