import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import { formatDateTime } from '@kaike/shared/kit/format';
import type { Db } from '../../../db/pool.ts';

/** Without look-alike and sound-alike symbols. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
const randomLength = 4;

const pick = (): string => alphabet.charAt(randomInt(alphabet.length));

/** Generates `count` unused course numbers such as C261121-7K3Q: the school's date and four random symbols. */
export async function makeSns(trx: Db, now: Date, count: number): Promise<string[]> {
  const day = formatDateTime(now, { format: 'yyyyMMdd' }).slice(2);
  const free = new Set<string>();
  while (free.size < count) {
    const digits = Array.from(
      { length: count - free.size },
      () => `C${day}-${Array.from({ length: randomLength }, pick).join('')}`,
    );
    const { rows } = await sql<{ sn: string }>`select sn from courses where sn = any(${digits}::text[])`.execute(trx);
    const existing = new Set(rows.map(({ sn }) => sn));
    for (const sn of digits) if (!existing.has(sn)) free.add(sn);
  }
  return [...free];
}
