import {
  createMenu,
  deleteMenus,
  getMenuDetail,
  getMenuTree,
  putMenuPositions,
  setMenuStatus,
  updateMenu,
} from '@kaike/shared/contracts/menus';
import { route } from '../../core/route.ts';
import type { Feature } from '../feature.ts';
import { addMenu, changeMenu, changeStatus, removeMenus, savePositions } from './change-menus.ts';
import { readMenuDetail, readMenuTree } from './menu-tree.read.ts';

/** Editing the menu. */
export const menusFeature: Feature = {
  routes: [
    route.admin(getMenuTree, { permission: 'admin.menus.list', handler: readMenuTree }),
    route.admin(getMenuDetail, {
      permission: 'admin.menus.list',
      handler: (call) => readMenuDetail(call, call.params.id),
    }),
    route.admin(putMenuPositions, {
      permission: 'admin.menus.update',
      handler: (call) => savePositions(call, call.body),
    }),
    route.admin(createMenu, {
      permission: 'admin.menus.create',
      handler: (call) => addMenu(call, call.body),
    }),
    route.admin(setMenuStatus, {
      permission: 'admin.menus.status',
      handler: (call) => changeStatus(call, call.body),
    }),
    route.admin(updateMenu, {
      permission: 'admin.menus.update',
      handler: (call) => changeMenu(call, call.params.id, call.body),
    }),
    route.admin(deleteMenus, {
      permission: 'admin.menus.delete',
      handler: (call) => removeMenus(call, call.body),
    }),
  ],
};
