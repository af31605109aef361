import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../db/pool.ts';
import { nameKey } from '../kit/read/pinyin.ts';
import type { Job } from '../core/job.ts';

const atOnce = 500;

/** Tables of people, schools and courses, with the name of a row of each. */
const named: readonly { table: string; name: RawBuilder<string>; is_person: boolean }[] = [
  { table: 'users', name: sql`r.name`, is_person: true },
  {
    table: 'members',
    name: sql`coalesce(nullif(r.real_name, ''), nullif((select u.name from users u where u.id = r.user_id), ''), r.member_no)`,
    is_person: true,
  },
  { table: 'teachers', name: sql`r.name`, is_person: true },
  { table: 'agencies', name: sql`r.name`, is_person: false },
  { table: 'courses', name: sql`r.title`, is_person: false },
];

/** Fills the keys of some rows that have none; locked rows are skipped. Returns whether there may be more. */
async function fillSome(db: Db, { table, name, is_person }: (typeof named)[number]): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<{
      id: number;
      name: string;
    }>`select r.id, ${name} as name from ${sql.table(table)} r where r.pinyin is null order by r.id limit ${atOnce} for update of r skip locked`.execute(
      trx,
    );
    const keys = await Promise.all(rows.map((row) => nameKey(row.name, is_person)));
    await sql`update ${sql.table(table)} r set pinyin = k.pinyin from unnest(${rows.map((row) => row.id)}::bigint[], ${keys}::text[]) as k (id, pinyin) where r.id = k.id`.execute(
      trx,
    );
    return rows.length === atOnce;
  });
}

/** Makes rows searchable by the pinyin of their names, within a minute of a change. */
export const fillPinyinJob: Job = {
  name: 'fill-pinyin',
  cron: '* * * * *',
  is_long: true,
  async run({ db }) {
    for (const each of named) while (await fillSome(db, each));
  },
};
