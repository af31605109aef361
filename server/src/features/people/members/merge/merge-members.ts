import { sql } from 'kysely';
import { mergeDays } from '@kaike/shared/domain/people/member-status';
import type { members } from '@kaike/shared/resources/people/members';
import { AppError, assert } from '../../../../core/app-error.ts';
import type { Db } from '../../../../db/pool.ts';
import type { ActionResult, ActionRun, Behaviour, Write } from '../../../../kit/behaviour.ts';
import { writeLog } from '../../../../kit/write/operation-log.ts';
import { moveCertificates } from '../../../auth/member-account/public.ts';
import { combineDays, combineRecords, loadShared } from './combine-learning.ts';
import { mergePerson, type MemberChange, type PersonChange, type UserChange } from './merge-person.ts';
import { moveSeconds } from './move-seconds.ts';
import { moveReferences, type MergeCounts, type Pair } from './move-references.ts';
import { lockAccounts, pairOf, findAccount, refuseMerge, type Accounts } from './lock-pair.ts';

const dayMs = 86_400_000;

/** Locks both accounts and what has a balance or a state before the action reads them. */
export const mergeLocks: NonNullable<Behaviour<typeof members>['alsoLocks']> = {
  async merge({ trx }, { ids, input }) {
    await lockAccounts(trx, [...ids, input.source_id]);
    return [input.source_id];
  },
  async 'undo-merge'({ trx }, { ids }) {
    const { rows } = await sql<{
      target_id: number;
    }>`select target_id from member_merges where source_id = any(${ids}::bigint[]) and undone_at is null`.execute(trx);
    const target = rows.map((row) => row.target_id);
    await lockAccounts(trx, [...ids, ...target]);
    return target;
  },
};

const pick = (row: object, change: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(row).filter(([key]) => key in change));

/** The sealed number stays out of the record: it can be read from the account that went. */
const withoutSealed = ({ id_card: _card, ...change }: MemberChange): MemberChange => change;

async function recordPerson(
  trx: Db,
  mergeId: number,
  { target, source }: Accounts,
  change: PersonChange,
): Promise<void> {
  const targetChange = withoutSealed(change.target);
  const rows = [
    {
      table_name: 'members',
      before: { target: pick(target.member, targetChange), source: pick(source.member, change.source) },
      after: { target: targetChange, source: change.source },
    },
    {
      table_name: 'users',
      before: { target: pick(target.user, change.target_user), source: pick(source.user, change.source_user) },
      after: { target: change.target_user, source: change.source_user },
    },
  ];
  await trx
    .insertInto('member_merge_moves')
    .values(
      rows.map((row) => ({
        merge_id: mergeId,
        table_name: row.table_name,
        before: JSON.stringify(row.before),
        after: JSON.stringify(row.after),
      })),
    )
    .execute();
}

/** Seconds of AI talk are recorded with the other columns, but change by their ledger. */
export async function writeMember(
  trx: Db,
  id: number,
  { ai_seconds_left: _seconds, ...values }: MemberChange,
  now: Date,
): Promise<void> {
  await trx
    .updateTable('members')
    .set((eb) => ({
      ...values,
      access_version: eb('access_version', '+', 1),
      version: eb('version', '+', 1),
      updated_at: now,
    }))
    .where('id', '=', id)
    .execute();
}

export async function writeUser(trx: Db, id: number, values: UserChange, now: Date): Promise<void> {
  await trx
    .updateTable('users')
    .set((eb) => ({ ...values, version: eb('version', '+', 1), updated_at: now }))
    .where('id', '=', id)
    .execute();
}

/** Ends live plays: a player holds what it had seen before the records were combined. */
export async function endPlays(trx: Db, { target, source }: Pair, now: Date): Promise<void> {
  await sql`update play_tickets set taken_over_at = ${now} where member_id in (${target.member_id}, ${source.member_id}) and taken_over_at is null`.execute(
    trx,
  );
}

async function moveEverything({ trx, call }: Write, mergeId: number, accounts: Accounts): Promise<MergeCounts> {
  const { ctx } = call;
  const [pair, now] = [pairOf(accounts), ctx.clock()];
  const { target, source } = pair;
  await endPlays(trx, pair, now);
  const shared = await loadShared(trx, pair);
  const change = mergePerson(ctx, accounts, shared.seconds);
  await recordPerson(trx, mergeId, accounts, change);
  await combineRecords(trx, mergeId, pair);
  await combineDays(trx, mergeId, pair, shared);
  const certificates = await moveCertificates(ctx, trx, { from: source.member_id, to: target.member_id, ids: null });
  const recorded = { merge_id: mergeId, table_name: 'study_certificates', column_name: 'member_id' };
  await trx
    .insertInto('member_merge_moves')
    .values({ ...recorded, ids: certificates })
    .execute();
  const counts = await moveReferences(trx, mergeId, pair);
  const seconds = { merge_id: mergeId, from: source, to: target, amount: accounts.source.member.ai_seconds_left };
  await moveSeconds(trx, { ...seconds, step: 'merge', operator_id: call.actor.user_id, now, secrets: ctx.secrets });
  await writeMember(trx, source.member_id, change.source, now);
  await writeMember(trx, target.member_id, change.target, now);
  // The account that goes frees a number before the other one takes it.
  await writeUser(trx, source.user_id, change.source_user, now);
  await writeUser(trx, target.user_id, change.target_user, now);
  await sql`update users k set password_hash = g.password_hash from users g where k.id = ${target.user_id} and g.id = ${source.user_id} and k.password_hash is null`.execute(
    trx,
  );
  await call.sessions.revoke(trx, { user_id: source.user_id, reason: 'account_stopped' });
  for (const id of [target.user_id, source.user_id]) await ctx.bus.publish(trx, `user:${id}`);
  return { ...counts, certificates: certificates.length, combined: shared.lessons };
}

const undo = (sourceId: number): ActionResult => ({
  changed: 1,
  failed: [],
  undo: [{ resource: 'members', action: 'undo-merge', ids: [sourceId] }],
});

/** Merges another account of the same person into the row. A repeated request finds it done. */
export async function mergeMembers(run: ActionRun<typeof members, 'merge'>): Promise<ActionResult> {
  const { trx, call, rows, input, reason } = run;
  const [row] = rows;
  assert(row && rows.length === 1, 'request.invalid');
  const target = await findAccount(call, trx, row.id);
  const source = await findAccount(call, trx, input.source_id);
  assert(target && source, 'record.not_found', { field: 'source_id' });
  const { rows: done } = await sql<{ target_id: number }>`select target_id from member_merges
    where source_id = ${source.member_id} and undone_at is null`.execute(trx);
  if (done[0]?.target_id === target.member_id) return undo(source.member_id);
  const accounts = { target, source };
  const refusal = await refuseMerge(trx, accounts);
  if (refusal) throw new AppError(refusal, { field: 'source_id' });
  const now = call.ctx.clock();
  const ids = { target_id: target.member_id, source_id: source.member_id };
  const { id } = await trx
    .insertInto('member_merges')
    .values({ ...ids, merged_at: now, undo_until: new Date(now.getTime() + mergeDays * dayMs) })
    .returning('id')
    .executeTakeFirstOrThrow();
  const counts = await moveEverything(run, id, accounts);
  await trx
    .updateTable('member_merges')
    .set({ counts: JSON.stringify(counts) })
    .where('id', '=', id)
    .execute();
  await writeLog(trx, call, {
    resource: 'members',
    action: 'merge',
    record_id: source.member_id,
    record_title: source.member.real_name || source.user.name,
    after: { target_id: target.member_id, ...counts },
    reason,
  });
  return undo(source.member_id);
}
