import type * as site from '@kaike/shared/contracts/site/site';
import type { Call } from '../../../../core/call.ts';
import { sendCached } from '../cached.ts';
import { findMessage } from '../reads/messages.read.ts';
import type { CallOf } from '../../../../core/call.ts';
import { requireRow } from '../lists.ts';

export function getMessage(call: CallOf<typeof site.getMessage>) {
  return sendCached(call, `message ${call.params.id}`, () => messageOf(call, call.params.id));
}

async function messageOf({ ctx }: Call, id: number) {
  const row = requireRow(await findMessage(ctx.db, id));
  return { row: { ...row, sent_at: row.sent_at.toISOString() } };
}
