import { sql } from 'kysely';
import type * as site from '@kaike/shared/contracts/site/site';
import { agencyStatus } from '@kaike/shared/domain/people/people';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import type { Db } from '../../../../db/pool.ts';
import { loadPublicCourses } from '../public-courses.ts';

const maxCourses = 8;

/** The agency that invites by this code, with the first public courses; null when there is no active one. */
export async function loadAgencyInvitation(
  db: Db,
  code: string,
): Promise<ResponseOf<typeof site.getAgencyInvitation> | null> {
  const agency = await db
    .selectFrom('agencies')
    .select(['name', 'code', 'address', 'map_point'])
    .where((eb) => eb(eb.fn('lower', ['code']), '=', code.toLowerCase()))
    .where('status', '=', agencyStatus.active)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return agency ? { ...agency, courses: await loadPublicCourses(db, { where: sql`true`, limit: maxCourses }) } : null;
}
