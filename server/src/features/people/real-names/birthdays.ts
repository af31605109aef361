import { sql } from 'kysely';
import { birthdayOfIdCard } from '@kaike/shared/domain/people/id-card';
import { authStatus } from '@kaike/shared/domain/people/people';
import type { Context } from '../../../core/context.ts';
import type { Job } from '../../../core/job.ts';
import type { Db } from '../../../db/pool.ts';
import { openIdCard } from './id-cards.ts';

const atOnce = 200;

type Due = { id: number; id_card: Buffer };
type Opener = Pick<Context, 'secrets' | 'log'>;

/** Whose number passed without having decided the birthday: `m` is the member. */
const isDue = sql<boolean>`m.is_auth = ${sql.lit(authStatus.passed)} and m.id_card is not null and not m.birthday_locked`;

/** A number that changed since it was read is left to the next run. */
async function settle(ctx: Opener, db: Db, { id, id_card: sealed }: Due): Promise<void> {
  const birthday = birthdayOfIdCard(openIdCard(ctx, id, sealed));
  await sql`update members m set birthday = ${birthday}::date, birthday_locked = true, version = version + 1
    where m.id = ${id} and m.id_card = ${sealed} and ${isDue}`.execute(db);
}

/** Sets the birthday of members whose ID number has passed; from then on they cannot change it. One that the school corrects stays. */
export async function settleBirthdays(ctx: Opener, trx: Db, ids: readonly number[]): Promise<void> {
  const { rows } = await sql<Due>`select m.id, m.id_card from members m
    where m.id = any(${ids}::bigint[]) and ${isDue}`.execute(trx);
  for (const row of rows) await settle(ctx, trx, row);
}

/** Members whose number could not be opened by this process: reported once, and tried again by the next one. */
const unreadable = new WeakMap<Context, Set<number>>();

/** Settles those that passed before numbers decided birthdays. One that cannot be opened does not stop the others. */
export const settleBirthdaysJob: Job = {
  name: 'settle-birthdays',
  cron: '* * * * *',
  async run(ctx) {
    const skipped = unreadable.get(ctx) ?? new Set<number>();
    unreadable.set(ctx, skipped);
    for (let last = 0; ;) {
      const { rows } = await sql<Due>`select m.id, m.id_card from members m
        where m.id > ${last} and ${isDue} order by m.id limit ${atOnce}`.execute(ctx.db);
      for (const row of rows.filter(({ id }) => !skipped.has(id)))
        await settle(ctx, ctx.db, row).catch((error: unknown) => {
          skipped.add(row.id);
          ctx.log.warn({ err: error, member_id: row.id }, 'an ID number could not be opened');
        });
      const next = rows.at(-1);
      if (!next) return;
      last = next.id;
    }
  },
};
