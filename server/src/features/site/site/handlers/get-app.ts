import type * as site from '@kaike/shared/contracts/site/site';
import type { CallOf } from '../../../../core/call.ts';
import { appList, sendRow } from '../lists.ts';

export function getApp(call: CallOf<typeof site.getApp>) {
  return sendRow(call, appList);
}
