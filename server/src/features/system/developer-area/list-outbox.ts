import type * as developments from '@kaike/shared/contracts/system/developments';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import type { AdminCallOf } from '../../../core/call.ts';
import { loadOutbox } from '../../auth/login/public.ts';

export async function listOutbox({
  ctx,
}: AdminCallOf<typeof developments.listOutbox>): Promise<ResponseOf<typeof developments.listOutbox>> {
  const messages = await loadOutbox(ctx.db);
  return {
    messages: messages.map(({ created_at: at, ...message }) => ({ ...message, created_at: at.toISOString() })),
  };
}
