import { sql } from 'kysely';
import { userStatus } from '@kaike/shared/domain/people/user-status';
import type { Context } from '../../../../core/context.ts';
import { hashToken } from '../../../../core/secrets.ts';

type FirstLoginMember = { user_id: number; name: string; mobile_phone: string | null; email: string | null };

/** The new learner of a link that still works. */
export async function findPerson({ db, clock }: Context, token: string): Promise<FirstLoginMember | undefined> {
  const { rows } =
    await sql<FirstLoginMember>`select f.user_id, u.name, u.mobile_phone, u.email from first_logins f join users u on u.id = f.user_id
    where f.token_hash = ${hashToken(token)} and f.used_at is null and f.expires_at > ${clock()} and u.password_hash is null and u.status = ${userStatus.effective}
        and not exists (select 1 from admins a where a.user_id = u.id and a.deleted_at is null)`.execute(db);
  return rows[0];
}
