import type * as site from '@kaike/shared/contracts/site/site';
import { loadFaqs } from '../reads/faqs.read.ts';
import { sendCached } from '../cached.ts';
import type { CallOf } from '../../../../core/call.ts';

export function listFaqs(call: CallOf<typeof site.listFaqs>) {
  return sendCached(call, `faqs ${call.locale}`, async () => ({ data: await loadFaqs(call.ctx.db, call.locale) }));
}
