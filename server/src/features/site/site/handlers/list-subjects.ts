import type * as site from '@kaike/shared/contracts/site/site';
import type { CallOf } from '../../../../core/call.ts';
import { sendList, subjectList } from '../lists.ts';

export function listSubjects(call: CallOf<typeof site.listSubjects>) {
  return sendList(call, subjectList);
}
