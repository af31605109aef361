import type * as site from '@kaike/shared/contracts/site';
import type { CallOf } from '../../../core/call.ts';
import { listOf, subjectList } from '../lists.ts';

export function listSubjects(call: CallOf<typeof site.listSubjects>) {
  return listOf(call, subjectList);
}
