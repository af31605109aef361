import { join } from 'node:path';
import type { Area } from '../shared/src/kit/resource.ts';
import type { PageDefinition } from '../shared/src/pages/page.ts';

/** What all pages of an area start with: catalogue files, merged into one per language (`resources` is a folder), and answers requested before any script has loaded. */
export const areas: Record<Area, { words: readonly string[]; first_answers: readonly string[] }> = {
  // Refusals come worded from the server, here and in the member's area.
  open: { words: ['common', 'validations', 'pages', 'auth'], first_answers: ['/open/config'] },
  home: {
    words: ['common', 'validations', 'pages', 'auth', 'home', 'cards', 'courses', 'watching', 'orders', 'home_pages'],
    first_answers: ['/open/user', '/open/menu', '/open/config'],
  },
  admin: {
    words: [
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
    first_answers: ['/open/user', '/open/menu', '/open/config'],
  },
};

export const source = (file: string): string => join(import.meta.dirname, 'src', file);
export const pageFile = ({ file }: Pick<PageDefinition, 'file'>): string => source(`features/${file}.page.tsx`);
/** The module that lists the pages of an area (pages-plugin.ts). */
export const pageList = (area: Area): string => `\0virtual:pages/${area}`;

/** Modules around the pages of an area, loaded at once with the first of them. The layout of public pages is in the entry, and the site has more around its pages than the sign-in pages. */
export const frames = {
  open: [],
  site: [pageList('open'), source('areas/shared/main-tabs.tsx')],
  home: [
    source('areas/home/home-area.ts'),
    source('areas/home/home-layout.tsx'),
    source('app/loading/query-provider.tsx'),
  ],
  admin: [
    source('areas/admin/admin-area.ts'),
    source('areas/admin/admin-layout.tsx'),
    source('app/loading/query-provider.tsx'),
  ],
} satisfies Record<string, readonly string[]>;

/** The frame of a page. */
export const frameOf = ({ area, file }: Pick<PageDefinition, 'area' | 'file'>): readonly string[] =>
  frames[file.startsWith('site/') ? 'site' : area];
