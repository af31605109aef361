import { partWords } from '../../kit/part-words.ts';

/** Words of paying, in a chunk of their own: the member's first page sells nothing. */
export const payWords = partWords({
  'zh-CN': () => import('virtual:wording/zh-CN/payment'),
  'zh-TW': () => import('virtual:wording/zh-TW/payment'),
  en: () => import('virtual:wording/en/payment'),
});
