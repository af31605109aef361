import type * as site from '@kaike/shared/contracts/site/site';
import type { CallOf } from '../../../../core/call.ts';
import { appList, sendList } from '../lists.ts';

export function listApps(call: CallOf<typeof site.listApps>) {
  return sendList(call, appList);
}
