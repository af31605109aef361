import * as menus from '@kaike/shared/contracts/menus';
import { isOfSchool, route } from '../../core/route.ts';
import type { Feature } from '../feature.ts';
import { addMenu, changeMenu, changeStatus, removeMenus, savePositions } from './change-menus.ts';
import { readMenuDetail, readMenuTree } from './menu-tree.read.ts';

/** What the menu shows is what each role may do, so no token reads it. */
const reading = { by_token: false, admits: isOfSchool } as const;

/** Editing the menu. */
export const menusFeature: Feature = {
  routes: [
    route.admin(menus.getMenuTree, { permission: 'admin.menus.list', ...reading, handler: readMenuTree }),
    route.admin(menus.getMenuDetail, {
      permission: 'admin.menus.list',
      ...reading,
      handler: (call) => readMenuDetail(call, call.params.id),
    }),
    route.admin(menus.updateMenuPositions, {
      permission: 'admin.menus.update',
      admits: isOfSchool,
      handler: (call) => savePositions(call, call.body),
    }),
    route.admin(menus.createMenu, {
      permission: 'admin.menus.create',
      status: 201,
      admits: isOfSchool,
      handler: (call) => addMenu(call, call.body),
    }),
    route.admin(menus.updateMenuStatus, {
      permission: 'admin.menus.status',
      admits: isOfSchool,
      handler: (call) => changeStatus(call, call.body),
    }),
    route.admin(menus.updateMenu, {
      permission: 'admin.menus.update',
      admits: isOfSchool,
      handler: (call) => changeMenu(call, call.params.id, call.body),
    }),
    route.admin(menus.deleteMenus, {
      permission: 'admin.menus.delete',
      admits: isOfSchool,
      handler: (call) => removeMenus(call, call.body),
    }),
  ],
};
