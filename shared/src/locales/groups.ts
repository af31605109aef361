/** Catalogue files each area of the browser loads, merged into one chunk per language. `resources` stands for all of its folder. */
export const wordingGroups = {
  // Refusals come worded from the server, here and in the member's area.
  open: ['common', 'validations', 'pages', 'auth'],
  home: ['common', 'validations', 'pages', 'auth', 'home', 'cards', 'courses', 'watching', 'orders', 'home_pages'],
  admin: [
    'common',
    'errors',
    'validations',
    'pages',
    'auth',
    'session',
    'fields',
    'kit',
    'kit_lists',
    'admin',
    'media',
    'outline',
    'card_batches',
    'admin_pages',
    'statistics',
    'order_story',
    'resources',
  ],
} as const;

/** Catalogue files of parts that come late: each its own chunk, loaded with the part. Not the start of every page of an area. */
export const partWording = {
  kit_fields: ['kit_fields'],
  kit_icons: ['kit_icons'],
  kit_transfer: ['kit_transfer'],
  bulk_runs: ['bulk_runs'],
  card_control: ['card_control'],
  trash: ['trash'],
  palette: ['palette'],
  personage_admin: ['personage_admin'],
  agencies: ['agencies'],
  cartons: ['cartons'],
  card_wallet: ['card_wallet'],
  card_package: ['card_package'],
  ai_admin: ['ai_admin'],
  users_admin: ['users_admin'],
  file_log: ['file_log'],
  site: ['site', 'site_pages'],
  card_design: ['card_design'],
  card_prints: ['card_prints'],
  lesson: ['lesson'],
  account: ['account'],
  messenger: ['messenger'],
  third_party: ['third_party'],
  payment: ['payment'],
} as const;

export type WordingPart = keyof typeof partWording;

export type WordingGroup = keyof typeof wordingGroups;

export const locales = ['zh-CN', 'zh-TW', 'en'] as const;
export type Locale = (typeof locales)[number];

export const defaultLocale: Locale = 'zh-CN';
export const fallbackLocale: Locale = 'en';
