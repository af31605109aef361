import type * as site from '@kaike/shared/contracts/site/site';
import type { CallOf } from '../../../../core/call.ts';
import { sendRow, subjectList } from '../lists.ts';

export function getSubject(call: CallOf<typeof site.getSubject>) {
  return sendRow(call, subjectList);
}
