import * as cardPrints from '@kaike/shared/contracts/card-prints';
import * as cardThemes from '@kaike/shared/contracts/card-themes';
import * as cardWallet from '@kaike/shared/contracts/card-wallet';
import { route } from '../../core/route.ts';
import type { Feature } from '../feature.ts';
import { orderPrint, showPrints } from './create-print.ts';
import { sendPrintFile } from './send-file.ts';
import { showCardPicture, sendGiftPicture, showMyCardPicture, showSecretPicture } from './show-picture.ts';

/** The same as for every other bulk export of secrets. */
const permission = 'admin.card-batches.export-secrets';

/** Rendered cards: sheets for printers, pictures for messengers. */
export const cardPrintsFeature: Feature = {
  routes: [
    route.admin(cardPrints.createPrint, { permission, handler: orderPrint }),
    route.admin(cardPrints.listPrints, { permission, by_token: false, handler: showPrints }),
    route.admin(cardPrints.downloadPrintFile, { permission, by_token: false, handler: sendPrintFile }),
    route.admin(cardThemes.getCardPicture, { permission: 'admin.cards.show', handler: showCardPicture }),
    route.admin(cardThemes.revealCardPicture, { permission: 'admin.cards.reveal', handler: showSecretPicture }),
    route.member(cardWallet.getGiftPicture, {
      handler: sendGiftPicture,
      limit: { by: 'user', max: 60, seconds: 600 },
    }),
    route.member(cardThemes.getMyCardPicture, {
      handler: showMyCardPicture,
      limit: { by: 'user', max: 60, seconds: 600 },
    }),
  ],
};
