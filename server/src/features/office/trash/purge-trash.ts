import type * as trash from '@kaike/shared/contracts/office/trash';
import { withIdempotency } from '../../../core/with-idempotency.ts';
import type { AdminCallOf } from '../../../core/call.ts';
import { parseItems, writeTrash } from './trash-writes.ts';

export async function purgeTrash(call: AdminCallOf<typeof trash.purgeTrash>) {
  const items = parseItems(call.body.items);
  return withIdempotency(call, 'trash.purge', (trx) => writeTrash({ trx, call }, items, 'purge'));
}
