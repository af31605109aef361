import { sql } from 'kysely';
import { cancellingDays, memberActions, memberStatus } from '@kaike/shared/domain/people/member-status';
import { userStatus } from '@kaike/shared/domain/people/user-status';
import type { Context } from '../../../core/context.ts';
import type { Db } from '../../../db/pool.ts';
import { eraseTalks } from '../../ai/talk/public.ts';
import { erasePicture } from './erase-picture.ts';

const [cancelling] = memberActions.erase.from;
const batchSize = 100;

/**
 * Erases personal data from the operation log; who did what to the record stays. The chain holds a salted hash of the
 * erased part, so it stays intact; entries older than the salt are left as they are.
 */
async function eraseLogs(
  trx: Db,
  { id, user_id, title }: { id: number; user_id: number; title: string },
): Promise<void> {
  await sql`update logs set sealed = log_seal(logs), salt = null, before = null, after = null, request = null, record_title = ${title}
    where (resource, record_id) in (('members', ${String(id)}), ('users', ${String(user_id)}), ('log-ins', ${String(user_id)})) and salt is not null`.execute(
    trx,
  );
}

/** What is about the member alone. */
const ownTables = [
  'real_name_reviews',
  'face_checks',
  'sensitive_consents',
  'ai_consents',
  'ai_mistakes',
  'ai_words',
  'ai_memories',
  'lesson_notes',
  'study_certificates',
] as const;

/**
 * The requests of a person who asked for another number: those for the account, those for the number it has, and those with a
 * number it had that belong to nobody known; a former number may be somebody else's by now.
 */
async function eraseNumberRequests(trx: Db, { id, user_id }: { id: number; user_id: number }): Promise<void> {
  await sql`with own as (select mobile_phone as number from users where id = ${user_id} and mobile_phone is not null),
      had as (select number from own
        union select unnest(array[old_number, new_number]) from number_changes where user_id = ${user_id})
    delete from number_requests r where r.member_id = ${id} or r.mobile_phone in (select number from own)
      or r.member_id is null and (r.mobile_phone in (select number from had) or r.old_number in (select number from had))`.execute(
    trx,
  );
}

/** Erases one account; rows that ledgers and records refer to stay, under the member's number. */
async function erase(ctx: Context, due: { id: number; user_id: number }, before: Date): Promise<void> {
  const now = ctx.clock();
  const picture = await ctx.db.transaction().execute(async (trx) => {
    // No row if the closure was revoked in the meantime.
    const member = await trx
      .updateTable('members')
      .set((eb) => ({
        status: memberActions.erase.to,
        cancelling_since: null,
        real_name: '',
        id_card: null,
        id_card_last4: '',
        is_auth: 0,
        auth_method: null,
        auth_at: null,
        auth_refusal: '',
        gender: 0,
        birthday: null,
        birthday_locked: false,
        ai_level: null,
        area_id: null,
        school: '',
        grade: '',
        tags: [],
        remark: '',
        version: eb('version', '+', 1),
        updated_at: now,
      }))
      .where('id', '=', due.id)
      .where('status', '=', cancelling ?? memberActions.erase.to)
      .where('cancelling_since', '<=', before)
      .returning('member_no')
      .executeTakeFirst();
    if (!member) return null;
    const { avatar } = await trx
      .selectFrom('users')
      .select('avatar')
      .where('id', '=', due.user_id)
      .executeTakeFirstOrThrow();
    await sql`delete from message_codes where receiver in (select unnest(array[mobile_phone, email]) from users where id = ${due.user_id})`.execute(
      trx,
    );
    await eraseNumberRequests(trx, due);
    await trx
      .updateTable('users')
      .set((eb) => ({
        name: `#${member.member_no}`,
        username: null,
        email: null,
        mobile_phone: null,
        avatar: null,
        password_hash: null,
        signature: '',
        remark: '',
        last_login_ip: null,
        status: userStatus.cancelled,
        version: eb('version', '+', 1),
        updated_at: now,
      }))
      .where('id', '=', due.user_id)
      .execute();
    await eraseLogs(trx, { ...due, title: `#${member.member_no}` });
    await trx.deleteFrom('ousers').where('user_id', '=', due.user_id).execute();
    await trx.deleteFrom('number_changes').where('user_id', '=', due.user_id).execute();
    const talks = await trx.selectFrom('ai_chats').select('id').where('member_id', '=', due.id).execute();
    await eraseTalks(
      trx,
      talks.map(({ id }) => id),
      now,
    );
    for (const table of ownTables) await trx.deleteFrom(table).where('member_id', '=', due.id).execute();
    await sql`update user_sessions set revoked_at = coalesce(revoked_at, ${now}), revoke_reason = coalesce(revoke_reason, 'account_closed'), ip = null, device_name = '', ended_by = null, client_id = null
      where user_id = ${due.user_id}`.execute(trx);
    await ctx.bus.publish(trx, `user:${due.user_id}`);
    return avatar;
  });
  await erasePicture(ctx, picture);
}

/** Accounts merged into one that is due are due with it. What a merge recorded goes when it can no longer be undone. */
async function forgetMerges({ db, clock }: Context, before: Date): Promise<void> {
  await sql`with recursive merged as (
      select g.source_id, m.cancelling_since from member_merges g join members m on m.id = g.target_id
      where g.undone_at is null and m.status = ${cancelling} and m.cancelling_since <= ${before}
      union select g.source_id, d.cancelling_since from member_merges g join merged d on d.source_id = g.target_id where g.undone_at is null
    ), due as (
      update members m set status = ${cancelling}, cancelling_since = d.cancelling_since from merged d
      where m.id = d.source_id and m.status = ${memberStatus.merged} returning m.id
    )
    delete from member_merge_moves v using member_merges g
    where g.id = v.merge_id and (g.undo_until <= ${clock()} or g.source_id in (select id from due))`.execute(db);
}

/**
 * Logins of an account that was merged for good open nothing and only keep its person from using them: they go, so that the
 * account that stayed can have them.
 */
async function freeLogins(ctx: Context): Promise<void> {
  await ctx.db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ user_id: number }>`select u.id as user_id from member_merges g
      join members m on m.id = g.source_id and m.status = ${memberStatus.merged} join users u on u.id = m.user_id
      where g.undone_at is null and g.undo_until <= ${ctx.clock()}
        and (u.mobile_phone is not null or u.email is not null or u.username is not null or u.password_hash is not null
          or exists (select 1 from ousers o where o.user_id = u.id)) for update of m, u`.execute(trx);
    const ids = rows.map((row) => row.user_id);
    if (ids.length === 0) return;
    const none = { username: null, email: null, mobile_phone: null, password_hash: null };
    await trx
      .updateTable('users')
      .set((eb) => ({ ...none, version: eb('version', '+', 1), updated_at: ctx.clock() }))
      .where('id', 'in', ids)
      .execute();
    await trx.deleteFrom('ousers').where('user_id', 'in', ids).execute();
    for (const id of ids) await ctx.bus.publish(trx, `user:${id}`);
  });
}

/** Erases the personal data of accounts whose cooling-off period is over. Safe to interrupt and rerun. */
export async function eraseAccounts(ctx: Context): Promise<void> {
  const before = new Date(ctx.clock().getTime() - cancellingDays * 86_400_000);
  await forgetMerges(ctx, before);
  await freeLogins(ctx);
  for (;;) {
    const due = await ctx.db
      .selectFrom('members')
      .select(['id', 'user_id'])
      .where('cancelling_since', '<=', before)
      .where('status', '=', cancelling ?? memberActions.erase.to)
      .orderBy('cancelling_since')
      .limit(batchSize)
      .execute();
    for (const one of due) await erase(ctx, one, before);
    if (due.length < batchSize) return;
  }
}
