import { sql } from 'kysely';
import type * as firstLogins from '@kaike/shared/contracts/auth/first-logins';
import { firstLoginDays, firstLoginPath } from '@kaike/shared/domain/auth/first-login';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import { members } from '@kaike/shared/resources/people/members';
import type { AdminCallOf } from '../../../../core/call.ts';
import { hashToken, makeToken } from '../../../../core/secrets.ts';
import { mayReveal } from '../../../../kit/access.ts';
import { targetCondition } from '../../../../kit/write/bulk-target.ts';
import { writeLog } from '../../../../kit/write/operation-log.ts';
import { maskedLogin } from './masked-login.ts';

const rowsPerPage = 200;

type Fresh = { id: number; user_id: number; name: string; mobile_phone: string | null; email: string | null };

/**
 * Makes links by which new learners set their password; the response is not stored, a retry makes new ones. Only for accounts
 * entered by the back office that nobody has used: a link of another account would take it over.
 */
export async function createFirstLogins(
  call: AdminCallOf<typeof firstLogins.createFirstLogins>,
): Promise<ResponseOf<typeof firstLogins.createFirstLogins>> {
  const { ctx, actor } = call;
  const { ids, matching, before } = call.body;
  const until = new Date(ctx.clock().getTime() + firstLoginDays * 86_400_000);
  const target = targetCondition({ actor, resource: ctx.resources.of(members) }, { ids, matching });
  const isLater = before ? sql<boolean>`r.id < ${before}` : sql<boolean>`true`;
  return ctx.db.transaction().execute(async (trx) => {
    const { rows } = await sql<Fresh>`select r.id, r.user_id, r.display_name as name, r.mobile_phone, r.email
      from member_rows r join first_logins f on f.user_id = r.user_id join users u on u.id = r.user_id
      where ${target} and ${isLater} and f.used_at is null and u.last_login_at is null and u.password_hash is null
        and not exists (select 1 from admins a where a.user_id = u.id and a.deleted_at is null)
      order by r.id desc limit ${rowsPerPage} for update of f`.execute(trx);
    const links = rows.map((row) => ({ ...row, token: makeToken() }));
    const users = links.map((link) => link.user_id);
    const hashes = links.map(({ token }) => hashToken(token));
    await sql`update first_logins f set token_hash = n.token_hash, expires_at = ${until}
      from unnest(${users}::bigint[], ${hashes}::bytea[]) as n (user_id, token_hash) where f.user_id = n.user_id`.execute(
      trx,
    );
    for (const { id, name } of links)
      await writeLog(trx, call, { resource: 'members', action: 'first-login', record_id: id, record_title: name });
    const isOpen = mayReveal(actor, members);
    const data = links.map(({ id, name, token, ...row }) => ({
      id,
      name,
      login: isOpen ? (row.mobile_phone ?? row.email ?? '') : maskedLogin(row),
      link: `${call.origin}${firstLoginPath(token)}`,
      expires_at: until.toISOString(),
    }));
    return { data, next_before: data.length < rowsPerPage ? null : (data.at(-1)?.id ?? null) };
  });
}
