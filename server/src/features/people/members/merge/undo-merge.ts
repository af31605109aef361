import { sql } from 'kysely';
import { memberStatus } from '@kaike/shared/domain/people/member-status';
import type { members } from '@kaike/shared/resources/people/members';
import { assert } from '../../../../core/app-error.ts';
import type { AdminCall } from '../../../../core/call.ts';
import type { Db } from '../../../../db/pool.ts';
import type { ActionResult, ActionRun } from '../../../../kit/behaviour.ts';
import { moveCertificates } from '../../../auth/member-account/public.ts';
import { countLearnedSince, separateDays, separateRecords } from './combine-learning.ts';
import { endPlays, writeMember, writeUser } from './merge-members.ts';
import type { MemberChange, UserChange } from './merge-person.ts';
import { moveSeconds } from './move-seconds.ts';
import { moved } from './merge-tables.ts';
import { sideOf } from './move-references.ts';
import { isTalking, pairOf, findAccount, type Accounts } from './lock-pair.ts';

type Merge = { id: number; target_id: number; merged_at: Date; undo_until: Date };
type Sides<Change> = { target: Change; source: Change };
type RecordedSides<Change> = { before: Sides<Change>; after: Sides<Change> };
type MergedSides = { member: RecordedSides<MemberChange>; user: RecordedSides<UserChange> };

async function readPerson(trx: Db, mergeId: number): Promise<MergedSides> {
  const read = async <Change>(table: string): Promise<RecordedSides<Change>> => {
    const { rows } = await sql<RecordedSides<Change>>`select before, after from member_merge_moves
      where merge_id = ${mergeId} and table_name = ${table} and column_name = ''`.execute(trx);
    const [row] = rows;
    assert(row, 'member.merge_over');
    return row;
  };
  return { member: await read<MemberChange>('members'), user: await read<UserChange>('users') };
}

const added = ({ before, after }: RecordedSides<MemberChange>, column: 'ai_seconds_left' | 'total_study_sec'): number =>
  Number(after.target[column] ?? 0) - Number(before.target[column] ?? 0);

type UsedCounts = { cards: number; orders: number };

/** Moved cards that were given away or activated since, and moved orders that were delivered since. */
async function readUsed(trx: Db, { id, target_id, merged_at }: Merge): Promise<UsedCounts> {
  const { rows } = await sql<UsedCounts>`select
      (select count(*)::int from member_merge_moves v join cards c on c.id = any(v.ids) where v.merge_id = ${id} and v.table_name = 'cards'
        and v.column_name = 'owner_member_id' and (c.owner_member_id is distinct from ${target_id} or c.activated_at > ${merged_at})) as cards,
      (select count(*)::int from member_merge_moves v join pay_orders o on o.id = any(v.ids) where v.merge_id = ${id} and v.table_name = 'pay_orders'
        and o.delivered_at > ${merged_at}) as orders`.execute(trx);
  return rows[0] ?? { cards: 0, orders: 0 };
}

/** Whether another account has meanwhile taken a login that would go back. */
async function isLoginTaken(trx: Db, { target, source }: Accounts, { before }: MergedSides['user']): Promise<boolean> {
  const { rows } = await sql<{
    is_taken: boolean;
  }>`select exists (select 1 from users u where u.id <> all(${[target.user_id, source.user_id]}::bigint[])
    and (u.mobile_phone = ${before.source.mobile_phone ?? null} or lower(u.email) = lower(${before.source.email ?? null}) or lower(u.username) = lower(${before.source.username ?? null}))) as is_taken`.execute(
    trx,
  );
  return rows[0]?.is_taken === true;
}

/** What undoing would lose, in words. */
async function listLosses(
  { t }: AdminCall,
  trx: Db,
  { merge, accounts, person }: { merge: Merge; accounts: Accounts; person: MergedSides },
): Promise<string[]> {
  const used = await readUsed(trx, merge);
  const lessons = await countLearnedSince(trx, merge.id);
  const isSpent = accounts.target.member.ai_seconds_left < added(person.member, 'ai_seconds_left');
  const key = 'member_record.merge.lost';
  return [
    ...(used.cards > 0 ? [t(`${key}.cards`, { count: used.cards })] : []),
    ...(used.orders > 0 ? [t(`${key}.orders`, { count: used.orders })] : []),
    ...(lessons > 0 ? [t(`${key}.lessons`, { count: lessons })] : []),
    ...(isSpent ? [t(`${key}.seconds`)] : []),
    ...((await isLoginTaken(trx, accounts, person.user)) ? [t(`${key}.logins`)] : []),
  ];
}

/** Columns the merge set and nobody changed since, as they were before. */
function restored<Change extends object>(row: object, { before, after }: { before: Change; after: Change }): Change {
  const current = new Map<string, unknown>(Object.entries(row));
  const isUnchanged = ([key, value]: [string, unknown]): boolean =>
    JSON.stringify(current.get(key) ?? null) === JSON.stringify(value ?? null);
  const unchanged = new Set(
    Object.entries(after)
      .filter(isUnchanged)
      .map(([key]) => key),
  );
  const entries = Object.entries(before).filter(([key]) => unchanged.has(key));
  return Object.fromEntries(entries) as Change;
}

async function separatePerson(trx: Db, { target, source }: Accounts, person: MergedSides, now: Date): Promise<void> {
  const { member, user } = person;
  const back = restored(target.member, { before: member.before.target, after: member.after.target });
  await writeMember(trx, source.member_id, member.before.source, now);
  await writeMember(
    trx,
    target.member_id,
    {
      ...back,
      ...('id_card_last4' in back ? { id_card: null } : {}),
      total_study_sec: Math.max(0, target.member.total_study_sec - added(member, 'total_study_sec')),
    },
    now,
  );
  await sql`update users k set password_hash = null from users g where k.id = ${target.user_id} and g.id = ${source.user_id} and k.password_hash = g.password_hash`.execute(
    trx,
  );
  const logins = restored(target.user, { before: user.before.target, after: user.after.target });
  await writeUser(trx, target.user_id, logins, now);
  await writeUser(trx, source.user_id, user.before.source, now);
}

async function moveBack({ ctx }: AdminCall, trx: Db, mergeId: number, accounts: Accounts): Promise<void> {
  const pair = pairOf(accounts);
  const { target, source } = pair;
  await separateRecords(trx, mergeId);
  await separateDays(trx, mergeId, pair);
  const moves = await trx
    .selectFrom('member_merge_moves')
    .select(['table_name', 'column_name', 'ids'])
    .where('merge_id', '=', mergeId)
    .where('column_name', '<>', '')
    .execute();
  for (const { table_name: table, column_name: column, ids } of moves) {
    const reference = moved.find((one) => one.table === table && one.column === column);
    if (!reference) {
      await moveCertificates(ctx, trx, { from: target.member_id, to: source.member_id, ids });
      continue;
    }
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${sideOf(reference, source)}
      where ${sql.ref(reference.id)} = any(${ids}::bigint[]) and ${sql.ref(column)} = ${sideOf(reference, target)}`.execute(
      trx,
    );
  }
}

async function findMerge(trx: Db, sourceId: number): Promise<Merge | undefined> {
  return trx
    .selectFrom('member_merges')
    .select(['id', 'target_id', 'merged_at', 'undo_until'])
    .where('source_id', '=', sourceId)
    .where('undone_at', 'is', null)
    .executeTakeFirst();
}

/** Gives the row, which was merged into another account, back what it had; refused when something would be lost. */
export async function undoMerge(run: ActionRun<typeof members, 'undo-merge'>): Promise<ActionResult> {
  const { trx, call, rows } = run;
  const [row] = rows;
  assert(row && rows.length === 1, 'request.invalid');
  const [now, merge] = [call.ctx.clock(), await findMerge(trx, row.id)];
  assert(merge && row.status === memberStatus.merged, 'record.state');
  assert(merge.undo_until > now, 'member.merge_over');
  const [target, source] = [await findAccount(call, trx, merge.target_id), await findAccount(call, trx, row.id)];
  assert(target && source, 'record.not_found');
  assert(target.member.status !== memberStatus.merged, 'member.merge_state');
  const accounts = { target, source };
  assert(!(await isTalking(trx, accounts)), 'member.merge_talking');
  const person = await readPerson(trx, merge.id);
  const losses = await listLosses(call, trx, { merge, accounts, person });
  if (losses.length > 0)
    return { changed: 0, failed: [{ id: row.id, code: 'member.merge_used', params: { what: losses.join('；') } }] };
  await endPlays(trx, pairOf(accounts), now);
  await separatePerson(trx, accounts, person, now);
  const seconds = { merge_id: merge.id, from: target, to: source, amount: added(person.member, 'ai_seconds_left') };
  await moveSeconds(trx, { ...seconds, step: 'undo', operator_id: call.actor.user_id, now, secrets: call.ctx.secrets });
  await moveBack(call, trx, merge.id, accounts);
  await trx.updateTable('member_merges').set({ undone_at: now }).where('id', '=', merge.id).execute();
  // Whoever came in by a login that moved must not stay.
  await call.sessions.revoke(trx, { user_id: target.user_id, reason: 'account_stopped' });
  for (const id of [target.user_id, source.user_id]) await call.ctx.bus.publish(trx, `user:${id}`);
  return { changed: 1, failed: [] };
}
