/** Catalogue files each area of the browser starts with, merged into one chunk per language; every other file is a part that loads on demand. `resources` stands for all of its folder. */
export const areaWording = {
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

export type WordingGroup = keyof typeof areaWording;
