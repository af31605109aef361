import { partWords } from '../../kit/words/part-words.ts';

/** Wording of payments, in a separate chunk: the member's first page does not need it. */
export const payWords = partWords({
  'zh-CN': () => import('virtual:wording/zh-CN/payment'),
  'zh-TW': () => import('virtual:wording/zh-TW/payment'),
  en: () => import('virtual:wording/en/payment'),
});
