import type * as site from '@kaike/shared/contracts/site/site';
import { sendCached } from '../cached.ts';
import { loadSiteProduct } from '../reads/product.read.ts';
import type { CallOf } from '../../../../core/call.ts';
import { requireRow } from '../lists.ts';

export function getSiteProduct(call: CallOf<typeof site.getSiteProduct>) {
  return sendCached(call, `product ${call.params.id}`, async () =>
    requireRow(await loadSiteProduct(call.ctx.db, call.params.id)),
  );
}
