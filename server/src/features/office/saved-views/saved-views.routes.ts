import * as savedViews from '@kaike/shared/contracts/office/saved-views';
import { anyAdmin, route } from '../../../core/route.ts';
import type { Feature } from '../../feature.ts';
import { listSavedViews } from './list-saved-views.ts';
import { createSavedView } from './create-saved-view.ts';
import { updateListLayout } from './update-list-layout.ts';
import { updateSavedView } from './update-saved-view.ts';
import { deleteSavedView } from './delete-saved-view.ts';

/** Saved views of lists: every administrator has their own and may share them with a role. */
export const savedViewsFeature: Feature = {
  routes: [
    route.admin(savedViews.listSavedViews, { permission: anyAdmin, handler: listSavedViews }),
    route.admin(savedViews.createSavedView, { permission: anyAdmin, status: 201, handler: createSavedView }),
    route.admin(savedViews.updateListLayout, { permission: anyAdmin, handler: updateListLayout }),
    route.admin(savedViews.updateSavedView, { permission: anyAdmin, handler: updateSavedView }),
    route.admin(savedViews.deleteSavedView, { permission: anyAdmin, handler: deleteSavedView }),
  ],
};
