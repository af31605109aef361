import { homePages } from './pages.ts';

/** What the menu opens; visitors do not need it, as their pages are known. */
export { isPageAllowed, menuRoutes } from '@kaike/shared/domain/menu-access';

type Module = Record<string, unknown>;
type Loader = () => Promise<Module>;

/** Hand-written pages of all features except those only the back office has, each in its own chunk. */
const modules = import.meta.glob<Module>([
  '../../features/**/*.page.tsx',
  '!../../features/{account,admin-home,agencies,areas,card-batches,configs,logs,menus,personage,statistics,site}/**',
]);

/** The loader of a feature's page, such as `courses/course`; null when there is none. */
export function featurePageLoader(file: string): Loader | null {
  if (file.startsWith('account/')) return async () => (await import('./account-chunks.ts')).loadAccountPage(file);
  return modules[`../../features/${file}.page.tsx`] ?? null;
}

/** The loader of the hand-written page at a path of the member's area. */
export function homePageLoader(path: string): Loader | null {
  const file = homePages[path];
  return file ? featurePageLoader(file) : null;
}

/** Listed here, not in the entry, so that a visitor does not load the names of all page chunks. */
export const loadHomeLayout = async () => (await import('./home-layout.tsx')).HomeLayout;

/** The query cache, here and in the back office. */
export const loadQueryProvider = async () => (await import('../../app/query-provider.tsx')).QueryProvider;
