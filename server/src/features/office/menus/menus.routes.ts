import * as menus from '@kaike/shared/contracts/office/menus';
import { isOfSchool, route } from '../../../core/route.ts';
import type { Feature } from '../../feature.ts';
import { updateMenuPositions } from './handlers/update-menu-positions.ts';
import { createMenu } from './handlers/create-menu.ts';
import { updateMenuStatus } from './handlers/update-menu-status.ts';
import { updateMenu } from './handlers/update-menu.ts';
import { deleteMenus } from './handlers/delete-menus.ts';
import { getMenuTree } from './handlers/get-menu-tree.ts';
import { getMenuDetail } from './handlers/get-menu-detail.ts';

/** What the menu shows is what each role may do, so no token reads it. */
const reading = { by_token: false, admits: isOfSchool } as const;

/** Editing the menu. */
export const menusFeature: Feature = {
  routes: [
    route.admin(menus.getMenuTree, { permission: 'admin.menus.list', ...reading, handler: getMenuTree }),
    route.admin(menus.getMenuDetail, {
      permission: 'admin.menus.list',
      ...reading,
      handler: getMenuDetail,
    }),
    route.admin(menus.updateMenuPositions, {
      permission: 'admin.menus.update',
      admits: isOfSchool,
      handler: updateMenuPositions,
    }),
    route.admin(menus.createMenu, {
      permission: 'admin.menus.create',
      status: 201,
      admits: isOfSchool,
      handler: createMenu,
    }),
    route.admin(menus.updateMenuStatus, {
      permission: 'admin.menus.status',
      admits: isOfSchool,
      handler: updateMenuStatus,
    }),
    route.admin(menus.updateMenu, {
      permission: 'admin.menus.update',
      admits: isOfSchool,
      handler: updateMenu,
    }),
    route.admin(menus.deleteMenus, {
      permission: 'admin.menus.delete',
      admits: isOfSchool,
      handler: deleteMenus,
    }),
  ],
};
