import { partWords } from '../words/part-words.ts';

/** Wording of previews, results and undo; it loads with the parts that show it. */
export const transferWords = partWords({
  'zh-CN': () => import('virtual:wording/zh-CN/kit_transfer'),
  en: () => import('virtual:wording/en/kit_transfer'),
});
