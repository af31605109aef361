import { partWords } from '../../../kit/words/part-words.ts';

/** Wording of third-party sign-in, in a separate chunk: most people sign in without. */
export const thirdPartyWords = partWords({
  'zh-CN': () => import('virtual:wording/zh-CN/third_party'),
  'zh-TW': () => import('virtual:wording/zh-TW/third_party'),
  en: () => import('virtual:wording/en/third_party'),
});
