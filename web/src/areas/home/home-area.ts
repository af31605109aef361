/** What a member's first page needs and no visitor: listed here, not in the entry. */

/** What the menu opens; public pages are known without it. */
export { isPageAllowed, menuRoutes } from '@kaike/shared/domain/menu-access';
export { pages } from 'virtual:pages/home';

export const loadLayout = async () => (await import('./home-layout.tsx')).HomeLayout;

/** The query cache, here and in the back office. */
export const loadQueryProvider = async () => (await import('../../app/loading/query-provider.tsx')).QueryProvider;
