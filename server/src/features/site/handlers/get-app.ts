import type * as site from '@kaike/shared/contracts/site';
import type { CallOf } from '../../../core/call.ts';
import { appList, oneOf } from '../lists.ts';

export function getApp(call: CallOf<typeof site.getApp>) {
  return oneOf(call, appList);
}
