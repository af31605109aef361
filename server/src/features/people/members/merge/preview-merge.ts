import { sql } from 'kysely';
import { maskValue } from '@kaike/shared/domain/people/mask';
import type { members } from '@kaike/shared/resources/people/members';
import type { AdminCall } from '../../../../core/call.ts';
import type { DryRunNotes } from '../../../../kit/behaviour.ts';
import { loadShared } from './combine-learning.ts';
import { loginColumns, takesName } from './merge-person.ts';
import { mergeKinds } from './merge-tables.ts';
import { countMoves } from './move-references.ts';
import { pairOf, findAccount, refuseMerge, type MergedAccount, type Accounts } from './lock-pair.ts';

const key = 'member_record.merge';

const titleOf = ({ member, user }: MergedAccount): string => member.real_name || user.name || member.member_no;
const maskOf = (column: (typeof loginColumns)[number], value: string): string =>
  column === 'username' ? value : maskValue(column === 'email' ? 'email' : 'mobile', value);

/** What both have, and which one stays; what moves to a free place. */
function describePerson({ t }: AdminCall, accounts: Accounts): string[] {
  const { target, source } = accounts;
  const [own, other] = [target.member.real_name, source.member.real_name];
  const names =
    own !== '' && other !== '' && own !== other
      ? [t(`${key}.names`, { target: own, source: other })]
      : takesName(accounts)
        ? [t(`${key}.takes_name`, { name: other })]
        : [];
  const logins = loginColumns.flatMap((column) => {
    const [ours, theirs] = [target.user[column], source.user[column]];
    if (!theirs) return [];
    const of = t(`resources.members.fields.${column}`);
    const params = { of, target: maskOf(column, ours ?? ''), source: maskOf(column, theirs) };
    return [t(`${key}.${ours ? 'both' : 'takes_login'}`, params)];
  });
  return [...names, ...logins];
}

/** Identities of services with which both log in: that of the account that stays is target. */
async function describeServices({ t, ctx }: AdminCall, { target, source }: Accounts): Promise<string[]> {
  const { rows } = await sql<{
    provider: string;
  }>`select distinct g.provider from ousers g join ousers k on k.provider = g.provider and k.app_id = g.app_id
    where g.user_id = ${source.user_id} and k.user_id = ${target.user_id} order by 1`.execute(ctx.db);
  return rows.map(({ provider }) =>
    t(`${key}.both_service`, { of: t(`resources.ousers.choices.provider.${provider}`) }),
  );
}

async function describeMoves({ t, ctx }: AdminCall, accounts: Accounts): Promise<string[]> {
  const pair = pairOf(accounts);
  const counts = await countMoves(ctx.db, pair);
  const { lessons } = await loadShared(ctx.db, pair);
  const { rows } = await sql<{
    count: number;
  }>`select count(*)::int as count from study_certificates where member_id = ${pair.source.member_id}`.execute(ctx.db);
  counts.certificates = rows[0]?.count ?? 0;
  const seconds = accounts.source.member.ai_seconds_left;
  const lines = mergeKinds.flatMap((kind) => {
    const count = counts[kind] ?? 0;
    return count > 0 ? [t(`${key}.kinds.${kind}`, { count })] : [];
  });
  if (seconds > 0) lines.push(t(`${key}.seconds`, { count: seconds }));
  return [
    lines.length > 0 ? t(`${key}.moves`, { what: lines.join(t(`${key}.and`)) }) : t(`${key}.nothing`),
    ...(lessons > 0 ? [t(`${key}.combined`, { count: lessons })] : []),
  ];
}

/** Dry run: which account stays, everything that moves, and what both have. */
export const previewMerge: DryRunNotes<typeof members, 'merge'> = async (call, { where, input }) => {
  const sourceId = Number(input.source_id);
  const { rows } = await sql<{ id: number }>`select r.id from member_rows r where ${where} limit 2`.execute(
    call.ctx.db,
  );
  if (rows.length !== 1 || !Number.isSafeInteger(sourceId) || sourceId < 1) return [];
  const target = await findAccount(call, call.ctx.db, rows[0]?.id ?? 0);
  const source = await findAccount(call, call.ctx.db, sourceId);
  if (!target || !source) return [];
  const accounts = { target, source };
  const refusal = await refuseMerge(call.ctx.db, accounts);
  if (refusal) return [call.t(`errors.${refusal}`)];
  const of = (account: MergedAccount) => `${titleOf(account)}（${account.member.member_no}）`;
  return [
    call.t(`${key}.sides`, { target: of(target), source: of(source) }),
    ...(await describeMoves(call, accounts)),
    ...describePerson(call, accounts),
    ...(await describeServices(call, accounts)),
    call.t(`${key}.after`),
  ];
};
