/** Catalogue files each area of the browser loads, merged into one chunk per language. `resources` stands for all of its folder. */
export const wordingGroups = {
  // Refusals come worded from the server.
  open: ['common', 'validations', 'pages', 'auth'],
  home: ['common', 'errors', 'validations', 'pages', 'auth', 'home', 'cards', 'courses', 'watching'],
  admin: ['common', 'errors', 'validations', 'pages', 'auth', 'fields', 'kit', 'admin', 'media', 'outline', 'card_batches', 'resources'],
} as const;

export type WordingGroup = keyof typeof wordingGroups;

export const locales = ['zh-CN', 'zh-TW', 'en'] as const;
export type Locale = (typeof locales)[number];

export const defaultLocale: Locale = 'zh-CN';
export const fallbackLocale: Locale = 'en';
