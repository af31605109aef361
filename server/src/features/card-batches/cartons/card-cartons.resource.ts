import * as cardCartonsApi from '@kaike/shared/contracts/card-cartons';
import { cardCartons } from '@kaike/shared/resources/card-cartons';
import { route } from '../../../core/route.ts';
import { defineBehaviour } from '../../../kit/behaviour.ts';
import { findCartons, loseCartons, shipCartons, voidCarton } from './carton-actions.ts';
import { freezeMissing } from './missing-cards.ts';
import { receive, undo } from './receive-carton.ts';
import { readCartons, splitIntoCartons } from './split-batch.ts';

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
    route.admin(cardCartonsApi.listBatchCartons, { permission: may.list, handler: readCartons }),
    route.admin(cardCartonsApi.splitBatch, { permission: may.split, by_token: true, handler: splitIntoCartons }),
    route.admin(cardCartonsApi.receiveCarton, { permission: may.receive, by_token: true, handler: receive }),
    route.admin(cardCartonsApi.undoReceipt, { permission: may.receive, by_token: true, handler: undo }),
    route.admin(cardCartonsApi.reportMissing, { permission: may.receive, by_token: true, handler: freezeMissing }),
  ],
});
