export { isPageClosed, readClosedPages } from './closed-pages.ts';
export { readEveryMenu, readMenuInfo, readMenus, readPermissionTitles, type MenuInfo } from './read-menus.ts';
export { lockMenus, renumber, syncMenus } from './sync-menus.ts';
