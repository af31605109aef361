import * as cardCartonsApi from '@kaike/shared/contracts/cards/card-cartons';
import { cardCartons } from '@kaike/shared/resources/cards/card-cartons';
import { route } from '../../../../core/route.ts';
import { defineBehaviour } from '../../../../kit/behaviour.ts';
import { findCartons, loseCartons, shipCartons, voidCarton } from './carton-actions.ts';
import { reportMissing } from './report-missing.ts';
import { undoReceipt } from './undo-receipt.ts';
import { receiveCarton } from './receive-carton.ts';
import { listBatchCartons } from './list-batch-cartons.ts';
import { splitBatch } from './split-batch.ts';

const may = {
  list: 'admin.card-cartons.list',
  split: 'admin.card-cartons.split',
  receive: 'admin.card-cartons.receive',
};

export const cardCartonsBehaviour = defineBehaviour(cardCartons, {
  actions: {
    ship: shipCartons,
    lose: loseCartons,
    find: findCartons,
    void: voidCarton,
  },
  routes: [
    route.admin(cardCartonsApi.listBatchCartons, { permission: may.list, handler: listBatchCartons }),
    route.admin(cardCartonsApi.splitBatch, { permission: may.split, by_token: true, handler: splitBatch }),
    route.admin(cardCartonsApi.receiveCarton, { permission: may.receive, by_token: true, handler: receiveCarton }),
    route.admin(cardCartonsApi.undoReceipt, { permission: may.receive, by_token: true, handler: undoReceipt }),
    route.admin(cardCartonsApi.reportMissing, { permission: may.receive, by_token: true, handler: reportMissing }),
  ],
});
