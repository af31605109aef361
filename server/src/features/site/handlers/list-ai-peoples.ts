import type * as site from '@kaike/shared/contracts/site';
import type { CallOf } from '../../../core/call.ts';
import { listOf, personList } from '../lists.ts';

export function listAiPeoples(call: CallOf<typeof site.listAiPeoples>) {
  return listOf(call, personList(call.locale));
}
