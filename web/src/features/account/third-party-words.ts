import { partWords } from '../../kit/part-words.ts';

/** Words of signing in with other services, in a chunk of their own: most people sign in without. */
export const thirdPartyWords = partWords({
  'zh-CN': () => import('virtual:wording/zh-CN/third_party'),
  'zh-TW': () => import('virtual:wording/zh-TW/third_party'),
  en: () => import('virtual:wording/en/third_party'),
});
