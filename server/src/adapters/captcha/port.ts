import type { Db } from '../../db/pool.ts';

/** A puzzle as a browser shows it; lengths in CSS pixels, pictures as data URLs in double resolution. */
export type SliderChallenge = {
  type: 'local';
  challenge: string;
  background: string;
  piece: string;
  /** Distance of the piece from the top; only the server knows the horizontal target. */
  y: number;
  width: number;
  height: number;
  piece_size: number;
  /** Seconds. */
  expires_in: number;
};

/** What a browser sends: where the piece was dropped, and the track there as `[milliseconds, x, y]`. */
export type SliderAnswer = { challenge: string; x: number; track: unknown };

/** Tells people from scripts before anything expensive or guessable. */
export type Captcha = {
  /** Creates a puzzle for an address; it is valid for two minutes and one attempt. */
  issue: (db: Db, address: string) => Promise<SliderChallenge>;
  /** Counts the puzzles an address recently received and did not solve. */
  countUnsolved: (db: Db, address: string) => Promise<number>;
  /** Returns the pass for a solved puzzle, valid for five minutes and one use; null when it was not solved. */
  solve: (db: Db, answer: SliderAnswer) => Promise<string | null>;
  /** Consumes a pass; false for one that is unknown, used or expired. A rollback of the transaction restores it. */
  consume: (db: Db, pass: string) => Promise<boolean>;
};
