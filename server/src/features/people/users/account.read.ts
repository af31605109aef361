import { sql } from 'kysely';
import type { users } from '@kaike/shared/resources/people/users';
import type { AdminCall } from '../../../core/call.ts';
import type { RowOf, Values } from '../../../kit/behaviour.ts';

type Bound = {
  member_name: string | null;
  admin_roles: string[];
  live_sessions: number;
  identities: { id: number; provider: string; nickname: string }[];
};

/** The owner of an account, its open sessions and its third-party logins. */
export async function loadAccount({ ctx, t }: AdminCall, row: RowOf<typeof users>): Promise<Values> {
  const { rows } = await sql<Bound>`select
      (select m.real_name from members m where m.user_id = u.id) as member_name,
      (select coalesce(json_agg(r.name order by r.lft), '[]') from admins a join admin_role ar on ar.admin_id = a.id join roles r on r.id = ar.role_id
        where a.user_id = u.id and a.deleted_at is null) as admin_roles,
      (select count(*)::int from user_sessions s where s.user_id = u.id and s.revoked_at is null and s.expires_at > ${ctx.clock()}) as live_sessions,
      (select coalesce(json_agg(json_build_object('id', o.id, 'provider', o.provider, 'nickname', o.nickname) order by o.id), '[]')
        from ousers o where o.user_id = u.id) as identities
    from users u where u.id = ${row.id}`.execute(ctx.db);
  return { ...rows[0], admin_roles: rows[0]?.admin_roles.join(t('common.list_separator')) || null };
}
