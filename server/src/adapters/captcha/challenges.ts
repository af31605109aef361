import { createHash } from 'node:crypto';
import type { Db } from '../../db/pool.ts';
import type { StoredCaptcha } from '../../db/types/stored-json.ts';
import type { Captcha } from './port.ts';

export type ChallengeDeps = {
  clock: () => Date;
  /** Unguessable bytes. */
  random: (bytes: number) => Uint8Array;
};

/** What is remembered about a challenge: where the hole of a slider is, or what a vendor's answer is checked against. */
type NewChallenge = { id: string; address: string; expires_in: number } & (
  | { answer_x: number }
  | { vendor: StoredCaptcha }
);
type TakenChallenge = { answer_x: number | null; vendor: StoredCaptcha | null; address: string | null };

export type Challenges = Pick<Captcha, 'countUnsolved' | 'consume'> & {
  add: (db: Db, challenge: NewChallenge) => Promise<void>;
  /** Uses the only attempt up, so that one of several parallel guesses is checked; null when there is none left. */
  take: (db: Db, id: string) => Promise<TakenChallenge | null>;
  /** Creates the pass of a challenge that was taken and solved. */
  createPass: (db: Db, id: string, solution: { is_unverified: boolean }) => Promise<string>;
  /** Counts the passes an address was recently given although the vendor could not be asked. */
  countUnverified: (db: Db, address: string) => Promise<number>;
};

const passSec = 300;
const unsolvedSec = 600;
/** The shortest time a challenge is valid: older ones are counted by their end. */
const usualSec = 120;

const hash = (pass: string): Buffer => createHash('sha256').update(pass).digest();
const later = (now: Date, seconds: number): Date => new Date(now.getTime() + seconds * 1000);

/** The challenges issued and the passes for solved ones, each used once. */
export function createChallenges({ clock, random }: ChallengeDeps): Challenges {
  const recent = (db: Db, address: string) =>
    db
      .selectFrom('captcha_challenges')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('address', '=', address)
      .where('expires_at', '>', later(clock(), usualSec - unsolvedSec));

  return {
    async add(db, { expires_in: seconds, ...row }) {
      const kind = 'vendor' in row ? { vendor: JSON.stringify(row.vendor) } : { answer_x: row.answer_x };
      const { id, address } = row;
      await db
        .insertInto('captcha_challenges')
        .values({ id, address, ...kind, expires_at: later(clock(), seconds) })
        .execute();
    },
    async countUnsolved(db, address) {
      const { count } = await recent(db, address).where('pass_hash', 'is', null).executeTakeFirstOrThrow();
      return Number(count);
    },
    async countUnverified(db, address) {
      const { count } = await recent(db, address).where('is_unverified', '=', true).executeTakeFirstOrThrow();
      return Number(count);
    },
    async take(db, id) {
      const row = await db
        .updateTable('captcha_challenges')
        .set((eb) => ({ tries: eb('tries', '+', 1) }))
        .where('id', '=', id)
        .where('tries', '=', 0)
        .where('expires_at', '>', clock())
        .where('pass_hash', 'is', null)
        .returning(['answer_x', 'vendor', 'address'])
        .executeTakeFirst();
      return row ?? null;
    },
    async createPass(db, id, { is_unverified }) {
      const pass = Buffer.from(random(32)).toString('base64url');
      await db
        .updateTable('captcha_challenges')
        .set({ pass_hash: hash(pass), pass_expires_at: later(clock(), passSec), is_unverified })
        .where('id', '=', id)
        .where('pass_hash', 'is', null)
        .executeTakeFirstOrThrow();
      return pass;
    },
    async consume(db, pass, { unverified } = { unverified: false }) {
      const now = clock();
      const used = await db
        .updateTable('captcha_challenges')
        .set({ consumed_at: now })
        .where('pass_hash', '=', hash(pass))
        .where('consumed_at', 'is', null)
        .where('pass_expires_at', '>', now)
        .$if(!unverified, (query) => query.where('is_unverified', '=', false))
        .returning('id')
        .executeTakeFirst();
      return used !== undefined;
    },
  };
}
