import * as trash from '@kaike/shared/contracts/office/trash';
import { anyAdmin, route } from '../../../core/route.ts';
import type { Feature } from '../../feature.ts';
import { listTrash } from './list-trash.ts';
import { purgeTrash } from './purge-trash.ts';
import { restoreTrash } from './restore-trash.ts';

/** The trash of all resources with soft deletion. */
export const trashFeature: Feature = {
  routes: [
    route.admin(trash.listTrash, { permission: anyAdmin, handler: listTrash }),
    route.admin(trash.restoreTrash, { permission: anyAdmin, handler: restoreTrash }),
    route.admin(trash.purgeTrash, { permission: anyAdmin, handler: purgeTrash }),
  ],
};
