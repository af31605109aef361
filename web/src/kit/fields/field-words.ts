import { partWords } from '../part-words.ts';

/** Words of the inputs that come late. */
export const fieldWords = partWords({
  'zh-CN': () => import('virtual:wording/zh-CN/kit_fields'),
  en: () => import('virtual:wording/en/kit_fields'),
});
