import { createHash } from 'node:crypto';
import type { Db } from '../../db/pool.ts';
import { isAligned, isHumanTrack } from './check-track.ts';
import type { Hole } from './draw-puzzle.ts';
import { puzzle } from './puzzle-size.ts';
import type { Captcha, SliderAnswer, SliderChallenge } from './port.ts';

export type LocalCaptchaDeps = {
  clock: () => Date;
  /** Unguessable bytes. */
  random: (bytes: number) => Uint8Array;
};

const challengeSec = 120;
const passSec = 300;
const unsolvedSec = 600;
const margin = 8;

const hash = (pass: string): Buffer => createHash('sha256').update(pass).digest();
const later = (now: Date, seconds: number): Date => new Date(now.getTime() + seconds * 1000);
const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');

/** Our own slider puzzle: no vendor, nothing leaves the machine. */
export function createLocalCaptcha({ clock, random }: LocalCaptchaDeps): Captcha {
  const chance = (): number => Buffer.from(random(4)).readUInt32BE() / 2 ** 32;
  const within = (low: number, high: number): number => low + Math.floor(chance() * (high - low + 1));
  const findHole = (): Hole => ({
    x: within(puzzle.piece_size + 24, puzzle.width - puzzle.piece_size - margin),
    y: within(margin, puzzle.height - puzzle.piece_size - margin),
    turns: within(0, 3),
  });

  async function issue(db: Db, address: string): Promise<SliderChallenge> {
    const hole = findHole();
    const challenge = text(random(16));
    const { drawPuzzle } = await import('./draw-puzzle.ts');
    const pictures = await drawPuzzle(chance, hole);
    await db
      .insertInto('captcha_challenges')
      .values({ id: challenge, answer_x: hole.x, address, expires_at: later(clock(), challengeSec) })
      .execute();
    return { type: 'local', challenge, ...pictures, y: hole.y, ...puzzle, expires_in: challengeSec };
  }

  async function countUnsolved(db: Db, address: string): Promise<number> {
    const { count } = await db
      .selectFrom('captcha_challenges')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('address', '=', address)
      .where('pass_hash', 'is', null)
      .where('expires_at', '>', later(clock(), challengeSec - unsolvedSec))
      .executeTakeFirstOrThrow();
    return Number(count);
  }

  async function solve(db: Db, { challenge, x, track }: SliderAnswer): Promise<string | null> {
    const now = clock();
    // Every attempt uses the challenge up, so that only one of several parallel guesses is checked.
    const row = await db
      .updateTable('captcha_challenges')
      .set((eb) => ({ tries: eb('tries', '+', 1) }))
      .where('id', '=', challenge)
      .where('tries', '=', 0)
      .where('expires_at', '>', now)
      .where('pass_hash', 'is', null)
      .returning('answer_x')
      .executeTakeFirst();
    if (!row || !isAligned(x, row.answer_x) || !isHumanTrack(track, x)) return null;
    const pass = text(random(32));
    const solved = await db
      .updateTable('captcha_challenges')
      .set({ pass_hash: hash(pass), pass_expires_at: later(now, passSec) })
      .where('id', '=', challenge)
      .where('pass_hash', 'is', null)
      .returning('id')
      .executeTakeFirst();
    return solved ? pass : null;
  }

  async function consume(db: Db, pass: string): Promise<boolean> {
    const now = clock();
    const used = await db
      .updateTable('captcha_challenges')
      .set({ consumed_at: now })
      .where('pass_hash', '=', hash(pass))
      .where('consumed_at', 'is', null)
      .where('pass_expires_at', '>', now)
      .returning('id')
      .executeTakeFirst();
    return used !== undefined;
  }

  return { issue, countUnsolved, solve, consume };
}
