import type * as site from '@kaike/shared/contracts/site/site';
import { loadSiteCourse } from '../reads/course.read.ts';
import { sendCached } from '../cached.ts';
import type { CallOf } from '../../../../core/call.ts';
import { requireRow } from '../lists.ts';

export function getSiteCourse(call: CallOf<typeof site.getSiteCourse>) {
  return sendCached(call, `course ${call.params.id} ${call.locale}`, async () =>
    requireRow(await loadSiteCourse(call.ctx.db, call.params.id, call.locale)),
  );
}
