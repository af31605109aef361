import type * as start from '@kaike/shared/contracts/auth/start';
import { assert } from '../../../core/app-error.ts';
import { loadMenus, findMenuInfo } from '../../office/menus/public.ts';
import { describeEntry } from './endpoint-info.ts';
import type { CallOf } from '../../../core/call.ts';

export async function getMenuInfo(call: CallOf<typeof start.getMenuInfo>) {
  const { ctx, actor, query, locale } = call;
  const mine = await loadMenus(ctx, { actor, locale });
  const row = await findMenuInfo(ctx, query, locale);
  assert(row && mine.some((entry) => entry.id === row.id), 'record.not_found');
  return { row: describeEntry(call, row) };
}
