import { partWords } from '../../../kit/words/part-words.ts';

/** Wording of cartons: splitting, labels, scanning in. */
export const cartonWords = partWords({
  'zh-CN': () => import('virtual:wording/zh-CN/cartons'),
  en: () => import('virtual:wording/en/cartons'),
});
