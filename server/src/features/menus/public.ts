export { isPageClosed, readClosedPages } from './closed-pages.ts';
export { readMenuInfo, readMenus } from './read-menus.ts';
export { lockMenus, renumber, syncMenus } from './sync-menus.ts';
