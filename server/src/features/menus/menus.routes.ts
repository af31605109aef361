import {
  createMenu,
  deleteMenus,
  getMenuDetail,
  getMenuTree,
  putMenuPositions,
  setMenuStatus,
  updateMenu,
} from '@kaike/shared/contracts/menus';
import { isOfSchool, route } from '../../core/route.ts';
import type { Feature } from '../feature.ts';
import { addMenu, changeMenu, changeStatus, removeMenus, savePositions } from './change-menus.ts';
import { readMenuDetail, readMenuTree } from './menu-tree.read.ts';

/** What the menu shows is what each role may do, so no token reads it. */
const reading = { by_token: false, admits: isOfSchool } as const;

/** Editing the menu. */
export const menusFeature: Feature = {
  routes: [
    route.admin(getMenuTree, { permission: 'admin.menus.list', ...reading, handler: readMenuTree }),
    route.admin(getMenuDetail, {
      permission: 'admin.menus.list',
      ...reading,
      handler: (call) => readMenuDetail(call, call.params.id),
    }),
    route.admin(putMenuPositions, {
      permission: 'admin.menus.update',
      admits: isOfSchool,
      handler: (call) => savePositions(call, call.body),
    }),
    route.admin(createMenu, {
      permission: 'admin.menus.create',
      status: 201,
      admits: isOfSchool,
      handler: (call) => addMenu(call, call.body),
    }),
    route.admin(setMenuStatus, {
      permission: 'admin.menus.status',
      admits: isOfSchool,
      handler: (call) => changeStatus(call, call.body),
    }),
    route.admin(updateMenu, {
      permission: 'admin.menus.update',
      admits: isOfSchool,
      handler: (call) => changeMenu(call, call.params.id, call.body),
    }),
    route.admin(deleteMenus, {
      permission: 'admin.menus.delete',
      admits: isOfSchool,
      handler: (call) => removeMenus(call, call.body),
    }),
  ],
};
