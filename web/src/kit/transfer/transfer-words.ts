import { partWords } from '../part-words.ts';

/** Words of previews, results and undoing; they come with the parts that show them. */
export const transferWords = partWords({
  'zh-CN': () => import('virtual:wording/zh-CN/kit_transfer'),
  en: () => import('virtual:wording/en/kit_transfer'),
});
