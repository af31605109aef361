import type * as site from '@kaike/shared/contracts/site/site';
import type { CallOf } from '../../../../core/call.ts';
import { sendList, personList } from '../lists.ts';

export function listAiPeoples(call: CallOf<typeof site.listAiPeoples>) {
  return sendList(call, personList(call.locale));
}
