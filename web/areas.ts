import { join } from 'node:path';
import type { Area } from '../shared/src/kit/resource.ts';
import type { PageDefinition } from '../shared/src/pages/page.ts';

const ofEveryPage = ['common', 'validations', 'pages', 'auth'];
const ofGeneratedPages = ['session', 'fields', 'kit', 'kit_lists', 'resources'];
const ofTheBackOffice = ['admin', 'admin_pages', 'media', 'outline', 'card_batches', 'statistics'];
const ofAnAccount = ['/open/user', '/open/menu?only=pages'];

/** What all pages of an area start with: catalogue files, merged into one per language (`resources` is a folder), and answers requested before any script has loaded, beside the config, which comes with the page. */
export const areas: Record<Area, { words: readonly string[]; first_answers: readonly string[] }> = {
  // Refusals come worded from the server, here and in the member's area.
  open: { words: ofEveryPage, first_answers: [] },
  home: {
    words: [...ofEveryPage, 'home', 'cards', 'courses', 'watching', 'orders', 'home_pages'],
    first_answers: ofAnAccount,
  },
  admin: {
    words: [...ofEveryPage, ...ofGeneratedPages, ...ofTheBackOffice],
    first_answers: ofAnAccount,
  },
};

export const source = (file: string): string => join(import.meta.dirname, 'src', file);
export const pageFile = ({ file }: Pick<PageDefinition, 'file'>): string => source(`features/${file}.page.tsx`);

/** What is around the pages of an area, loaded with the first of them. The layout of public pages is in the entry, and the site has more around its pages than the sign-in pages. */
export const frames = {
  open: [],
  site: [source('areas/shared/main-tabs.tsx')],
  home: ['areas/home/home-area.ts', 'areas/home/home-layout.tsx'].map(source),
  admin: ['areas/admin/admin-area.ts', 'areas/admin/admin-layout.tsx'].map(source),
} satisfies Record<string, readonly string[]>;

/** The frame of a page. */
export const frameOf = ({ area, file }: Pick<PageDefinition, 'area' | 'file'>): readonly string[] =>
  frames[file.startsWith('site/') ? 'site' : area];
