import type * as site from '@kaike/shared/contracts/site/site';
import type { CallOf } from '../../../../core/call.ts';
import { sendRow, sceneList } from '../lists.ts';

export function getAiScene(call: CallOf<typeof site.getAiScene>) {
  return sendRow(call, sceneList(call.locale));
}
