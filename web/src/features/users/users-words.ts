import { partWords } from '../../kit/words/part-words.ts';

/** Wording of an account's panel, loaded with it. */
export const usersWords = partWords({
  'zh-CN': () => import('virtual:wording/zh-CN/users_admin'),
  en: () => import('virtual:wording/en/users_admin'),
});
