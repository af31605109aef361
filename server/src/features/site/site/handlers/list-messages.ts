import type * as site from '@kaike/shared/contracts/site/site';
import type { Call } from '../../../../core/call.ts';
import { loadColumns } from '../reads/columns.read.ts';
import { sendCached } from '../cached.ts';
import { loadMessages, messagesPerPage } from '../reads/messages.read.ts';
import type { CallOf } from '../../../../core/call.ts';

export function listMessages(call: CallOf<typeof site.listMessages>) {
  return messagesOf(call, call.query.page ?? 1);
}

async function messagesOf(call: Call, page: number) {
  return sendCached(call, `messages ${page}`, async () => {
    const [columns, rows] = await Promise.all([
      page === 1 ? loadColumns(call.ctx, 'article') : [],
      loadMessages(call.ctx.db, { limit: messagesPerPage + 1, offset: (page - 1) * messagesPerPage }),
    ]);
    return {
      columns,
      data: rows.slice(0, messagesPerPage),
      current_page: page,
      has_more: rows.length > messagesPerPage,
    };
  });
}
