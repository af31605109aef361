import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../../db/pool.ts';

/** Without symbols that are mistaken for others when read aloud or copied from paper. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
const randomLength = 4;

const pick = (): string => alphabet.charAt(randomInt(alphabet.length));

/** A course number nobody uses, such as C261121-7K3Q: the day it was made and four random symbols. */
export async function makeSn(trx: Db, now: Date): Promise<string> {
  const day = now.toISOString().slice(2, 10).replaceAll('-', '');
  for (;;) {
    const sn = `C${day}-${Array.from({ length: randomLength }, pick).join('')}`;
    const taken = await sql`select 1 from courses where sn = ${sn}`.execute(trx);
    if (taken.rows.length === 0) return sn;
  }
}
