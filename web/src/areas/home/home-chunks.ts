import { homePages } from './pages.ts';

/** What the menu opens: of no use to a visitor, whose pages are known. */
export { isPageAllowed, menuRoutes } from '@kaike/shared/domain/menu-access';

type Module = Record<string, unknown>;
type Loader = () => Promise<Module>;

/** Hand-written pages of all features but those that only the back office has, each a chunk of its own. */
const modules = import.meta.glob<Module>([
  '../../features/**/*.page.tsx',
  '!../../features/{account,admin-home,agencies,areas,card-batches,configs,logs,menus,personage,statistics,site}/**',
]);

/** The loader of a page of a feature, such as `courses/course`; null while nobody has written it. */
export function featurePageLoader(file: string): Loader | null {
  if (file.startsWith('account/')) return async () => (await import('./account-chunks.ts')).loadAccountPage(file);
  return modules[`../../features/${file}.page.tsx`] ?? null;
}

/** The loader of the hand-written page at a path of the member's area. */
export function homePageLoader(path: string): Loader | null {
  const file = homePages[path];
  return file ? featurePageLoader(file) : null;
}

/** Named here, not in the entry, so that a visitor's browser does not learn the names of the chunks of all pages. */
export const loadHomeLayout = async () => (await import('./home-layout.tsx')).HomeLayout;

/** What keeps the answers of the server, here and in the back office. */
export const loadQueryProvider = async () => (await import('../../app/query-provider.tsx')).QueryProvider;
