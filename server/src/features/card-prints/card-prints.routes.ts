import { createPrint, getPrintFile, listPrints } from '@kaike/shared/contracts/card-prints';
import { getCardPicture, getMyCardPicture, revealCardPicture } from '@kaike/shared/contracts/card-themes';
import { showGiftPicture } from '@kaike/shared/contracts/card-wallet';
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
    route.admin(createPrint, { permission, handler: orderPrint }),
    route.admin(listPrints, { permission, by_token: false, handler: showPrints }),
    route.admin(getPrintFile, { permission, by_token: false, handler: sendPrintFile }),
    route.admin(getCardPicture, { permission: 'admin.cards.show', handler: showCardPicture }),
    route.admin(revealCardPicture, { permission: 'admin.cards.reveal', handler: showSecretPicture }),
    route.member(showGiftPicture, { handler: sendGiftPicture, limit: { by: 'user', max: 60, seconds: 600 } }),
    route.member(getMyCardPicture, { handler: showMyCardPicture, limit: { by: 'user', max: 60, seconds: 600 } }),
  ],
};
