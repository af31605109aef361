import { sql, type RawBuilder } from 'kysely';
import { cardState } from '@kaike/shared/domain/cards/card-state';
import type { AdminCall } from '../../../core/call.ts';

type Losses = { devices: number; courses: number; cards: number; admins: number };

/**
 * What ends or rests when accounts are stopped: logins, open courses, cards in the wallet. `people` selects user_id and member_id;
 * administrators keep their logins where only the learner is stopped.
 */
export async function describeSuspension(
  { ctx, t }: AdminCall,
  people: RawBuilder<unknown>,
  { keeps_admins }: { keeps_admins: boolean },
): Promise<string[]> {
  const now = ctx.clock();
  const { rows } = await sql<Losses>`with people as (${people}),
      accounts as (select p.*, exists (select 1 from admins a where a.user_id = p.user_id and a.deleted_at is null) as is_admin from people p)
    select
      (select count(*)::int from user_sessions s join accounts p on p.user_id = s.user_id
        where s.revoked_at is null and s.expires_at > ${now} and not (p.is_admin and ${keeps_admins})) as devices,
      (select count(distinct e.course_id)::int from entitlements e join accounts p on p.member_id = e.member_id
        where e.kind = 'course' and e.revoked_at is null and (e.end_at is null or e.end_at > ${now})) as courses,
      (select count(*)::int from cards c join accounts p on p.member_id = c.owner_member_id where c.state = ${cardState.claimed}) as cards,
      (select count(*)::int from accounts where is_admin) as admins`.execute(ctx.db);
  const { devices, courses, cards, admins } = rows[0] ?? { devices: 0, courses: 0, cards: 0, admins: 0 };
  const lines = { devices, courses, cards, [keeps_admins ? 'admins_keep' : 'admins']: admins };
  return Object.entries(lines)
    .filter(([, count]) => count > 0)
    .map(([key, count]) => t(`users_admin.stopping.${key}`, { count }));
}
