import type * as site from '@kaike/shared/contracts/site/site';
import type { CallOf } from '../../../../core/call.ts';
import { sendList, sceneList } from '../lists.ts';

export function listAiScenes(call: CallOf<typeof site.listAiScenes>) {
  return sendList(call, sceneList(call.locale));
}
