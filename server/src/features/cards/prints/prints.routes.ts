import * as cardPrints from '@kaike/shared/contracts/cards/card-prints';
import * as cardThemes from '@kaike/shared/contracts/cards/card-themes';
import * as cardWallet from '@kaike/shared/contracts/cards/card-wallet';
import { route } from '../../../core/route.ts';
import type { Feature } from '../../feature.ts';
import { listPrints } from './list-prints.ts';
import { createPrint } from './create-print.ts';
import { downloadPrintFile } from './download-print-file.ts';
import { getCardPicture } from './get-card-picture.ts';
import { revealCardPicture } from './reveal-card-picture.ts';
import { getGiftPicture } from './get-gift-picture.ts';
import { getMyCardPicture } from './get-my-card-picture.ts';

/** The same as for every other bulk export of secrets. */
const permission = 'admin.card-batches.export-secrets';

/** Rendered cards: sheets for printers, pictures for messengers. */
export const printsFeature: Feature = {
  routes: [
    route.admin(cardPrints.createPrint, { permission, handler: createPrint }),
    route.admin(cardPrints.listPrints, { permission, by_token: false, handler: listPrints }),
    route.admin(cardPrints.downloadPrintFile, { permission, by_token: false, handler: downloadPrintFile }),
    route.admin(cardThemes.getCardPicture, { permission: 'admin.cards.show', handler: getCardPicture }),
    route.admin(cardThemes.revealCardPicture, { permission: 'admin.cards.reveal', handler: revealCardPicture }),
    route.member(cardWallet.getGiftPicture, {
      handler: getGiftPicture,
      limit: { by: 'user', max: 60, seconds: 600 },
    }),
    route.member(cardThemes.getMyCardPicture, {
      handler: getMyCardPicture,
      limit: { by: 'user', max: 60, seconds: 600 },
    }),
  ],
};
