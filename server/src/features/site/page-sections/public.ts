import { switchStatus } from '@kaike/shared/domain/catalog/courses/course-status';
import type { Db } from '../../../db/pool.ts';

/** Columns live in a position at `now`, in display order. */
export function listLiveColumns(db: Db, { position, now }: { position: string; now: Date }) {
  return db
    .selectFrom('columns')
    .select(['id', 'title', 'type', 'items', 'style'])
    .where('position', '=', position)
    .where('status', '=', switchStatus.on)
    .where('deleted_at', 'is', null)
    .where((eb) => eb.or([eb('start_at', 'is', null), eb('start_at', '<=', now)]))
    .where((eb) => eb.or([eb('end_at', 'is', null), eb('end_at', '>', now)]))
    .orderBy('sort')
    .orderBy('id')
    .execute();
}
