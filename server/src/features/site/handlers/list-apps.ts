import type * as site from '@kaike/shared/contracts/site';
import type { CallOf } from '../../../core/call.ts';
import { appList, listOf } from '../lists.ts';

export function listApps(call: CallOf<typeof site.listApps>) {
  return listOf(call, appList);
}
