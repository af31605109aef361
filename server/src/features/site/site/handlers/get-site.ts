import type * as site from '@kaike/shared/contracts/site/site';
import { sendCached } from '../cached.ts';
import { loadSite } from '../reads/site.read.ts';
import type { CallOf } from '../../../../core/call.ts';

export function getSite(call: CallOf<typeof site.getSite>) {
  return sendCached(call, 'site', () => loadSite(call.ctx));
}
