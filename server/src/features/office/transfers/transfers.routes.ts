import * as transfers from '@kaike/shared/contracts/office/transfers';
import { anyAdmin, route } from '../../../core/route.ts';
import type { Feature } from '../../feature.ts';
import { undoImport } from './undo-import.ts';
import { listImports } from './list-imports.ts';

/** Lists imports and undoes them. */
export const transfersFeature: Feature = {
  routes: [
    route.admin(transfers.listImports, { permission: anyAdmin, handler: listImports }),
    route.admin(transfers.undoImport, {
      permission: anyAdmin,
      handler: undoImport,
    }),
  ],
};
