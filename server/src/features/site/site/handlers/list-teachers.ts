import type * as site from '@kaike/shared/contracts/site/site';
import type { Call } from '../../../../core/call.ts';
import { loadTeachers, teachersPerPage } from '../reads/catalog.read.ts';
import { sendCached } from '../cached.ts';
import type { CallOf } from '../../../../core/call.ts';

export function listTeachers(call: CallOf<typeof site.listTeachers>) {
  return teachersOf(call, call.query.page ?? 1);
}

async function teachersOf(call: Call, page: number) {
  return sendCached(call, `teachers ${page}`, async () => {
    const rows = await loadTeachers(call.ctx.db, { limit: teachersPerPage + 1, offset: (page - 1) * teachersPerPage });
    return { data: rows.slice(0, teachersPerPage), current_page: page, has_more: rows.length > teachersPerPage };
  });
}
