import { partWords } from '../words/part-words.ts';

/** Wording of the inputs that load on demand. */
export const fieldWords = partWords({
  'zh-CN': () => import('virtual:wording/zh-CN/kit_fields'),
  en: () => import('virtual:wording/en/kit_fields'),
});
