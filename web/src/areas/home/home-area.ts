/** What a member's first page needs and no visitor: listed here, not in the entry. */

/** What the menu opens; public pages are known without it. */
export { isPageAllowed, menuRoutes } from '@kaike/shared/domain/office/menu-access';
export { pages } from 'virtual:pages/home';
export const loadLayout = () => import('./home-layout.tsx');
