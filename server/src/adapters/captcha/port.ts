import type { Db } from '../../db/pool.ts';

/** A puzzle as a browser shows it; lengths in CSS pixels, pictures as data URLs with twice as many dots. */
export type SliderChallenge = {
  type: 'local';
  challenge: string;
  background: string;
  piece: string;
  /** Distance of the piece from the top; how far it must go to the right only the server knows. */
  y: number;
  width: number;
  height: number;
  piece_size: number;
  /** Seconds. */
  expires_in: number;
};

/** What a browser sends: where the piece was left, and `[milliseconds, x, y]` of the way there. */
export type SliderAnswer = { challenge: string; x: number; track: unknown };

/** Tells people from scripts before anything costly or guessable. */
export type Captcha = {
  /** Makes a puzzle for an address; it lives two minutes and one try. */
  issue: (db: Db, address: string) => Promise<SliderChallenge>;
  /** Puzzles an address got lately and did not solve. */
  countUnsolved: (db: Db, address: string) => Promise<number>;
  /** The pass for a solved puzzle, good for five minutes and one use; null when it was not solved. */
  solve: (db: Db, answer: SliderAnswer) => Promise<string | null>;
  /** Uses a pass up; false for one that is unknown, used or too old. Inside a transaction a rollback gives it back. */
  consume: (db: Db, pass: string) => Promise<boolean>;
};
