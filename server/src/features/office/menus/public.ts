export { isPageClosed, loadClosedPages } from './closed-pages.ts';
export { loadEveryMenu, findMenuInfo, loadMenus, loadPermissionTitles, type MenuInfo } from './load-menus.ts';
export { lockMenus, renumber, syncMenus } from './sync-menus.ts';
