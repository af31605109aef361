import type * as site from '@kaike/shared/contracts/site';
import type { CallOf } from '../../../core/call.ts';
import { oneOf, subjectList } from '../lists.ts';

export function getSubject(call: CallOf<typeof site.getSubject>) {
  return oneOf(call, subjectList);
}
