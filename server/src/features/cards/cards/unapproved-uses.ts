import { sql } from 'kysely';
import { lockUntilCommit } from '../../../db/hidden-names.ts';
import type { Db } from '../../../db/pool.ts';

/** Serializes requests of one user until the transaction ends. */
export const lockSoloUses = (trx: Db, userId: number): Promise<void> =>
  lockUntilCommit(trx, `card_solo_uses:${userId}`);

type Uses = { /** Cards of other subjects. */ others: number; /** Cards of parts of this subject. */ parts: number };

/** Subject prefix of single reveals, which have their own limit and do not count as bulk work. */
const revealed = 'secret:';

/** Cards a user worked on alone since then. Repeats of a whole subject count once, its parts add up. */
export async function countUnapprovedUses(
  trx: Db,
  filter: { user_id: number; subject: string; since: Date },
): Promise<Uses> {
  const { rows } = await sql<Uses>`
    with used as (select subject, part, max(card_count) as cards from card_solo_uses where user_id = ${filter.user_id} and created_at > ${filter.since}
      and not starts_with(subject, ${revealed}) group by subject, part)
    select coalesce(sum(cards) filter (where subject <> ${filter.subject}), 0)::int as others,
      coalesce(sum(cards) filter (where subject = ${filter.subject} and part <> ''), 0)::int as parts from used`.execute(
    trx,
  );
  return rows[0] ?? { others: 0, parts: 0 };
}

/** Number of other cards whose secret this user revealed since then, and whether they revealed this one. */
export async function countReveals(
  trx: Db,
  filter: { user_id: number; card_id: number; since: Date },
): Promise<{ others: number; is_seen: boolean }> {
  const subject = revealed + filter.card_id;
  const { rows } = await sql<{ others: number; is_seen: boolean }>`
    select count(distinct subject) filter (where subject <> ${subject})::int as others, count(*) filter (where subject = ${subject}) > 0 as is_seen
    from card_solo_uses where user_id = ${filter.user_id} and created_at > ${filter.since} and starts_with(subject, ${revealed})`.execute(
    trx,
  );
  return rows[0] ?? { others: 0, is_seen: false };
}

export async function addReveal(trx: Db, reveal: { user_id: number; card_id: number; now: Date }): Promise<void> {
  await addSoloUse(trx, {
    user_id: reveal.user_id,
    subject: revealed + reveal.card_id,
    part: '',
    count: 1,
    now: reveal.now,
  });
}

export async function addSoloUse(
  trx: Db,
  use: { user_id: number; subject: string; part: string; count: number; now: Date },
): Promise<void> {
  const { user_id, subject, part, count, now } = use;
  await trx
    .insertInto('card_solo_uses')
    .values({ user_id, subject, part, card_count: count, created_at: now })
    .execute();
}

/** Longer than the longest window of the setting. */
const retentionDays = 31;

/** Deletes rows older than any window. */
export async function forgetSoloUses({ db, clock }: { db: Db; clock: () => Date }): Promise<void> {
  await sql`delete from card_solo_uses where created_at < ${new Date(clock().getTime() - retentionDays * 86_400_000)}`.execute(
    db,
  );
}
