import type * as site from '@kaike/shared/contracts/site/site';
import type { CallOf } from '../../../../core/call.ts';
import { sendRow, personList } from '../lists.ts';

export function getAiPerson(call: CallOf<typeof site.getAiPerson>) {
  return sendRow(call, personList(call.locale));
}
