import type * as site from '@kaike/shared/contracts/site/site';
import { sendCached } from '../cached.ts';
import { suggestWords } from '../suggest-words.ts';
import type { CallOf } from '../../../../core/call.ts';

export function listSearchTerms(call: CallOf<typeof site.listSearchTerms>) {
  return sendCached(call, 'search-terms', async () => ({
    data: (await suggestWords(call.ctx, '')).map((word) => ({ word })),
  }));
}
