import type * as site from '@kaike/shared/contracts/site/site';
import { loadColumns } from '../reads/columns.read.ts';
import { sendCached } from '../cached.ts';
import type { CallOf } from '../../../../core/call.ts';

export function listColumns(call: CallOf<typeof site.listColumns>) {
  const position = call.query.position ?? 'home';
  return sendCached(call, `columns ${position}`, async () => ({ data: await loadColumns(call.ctx, position) }));
}
