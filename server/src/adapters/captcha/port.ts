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

/** A challenge that the script of a vendor shows; the fields are those of the vendor. */
export type IssuedVendorChallenge = { challenge: string; expires_in: number } & (
  | { type: 'geetest4'; captcha_id: string }
  | { type: 'geetest3'; gt: string; success: 0 | 1; new_captcha: boolean }
);
export type CaptchaChallenge = SliderChallenge | IssuedVendorChallenge;

/** Who asks: an address, and whether for a login, which a vendor's outage may make easier. */
export type CaptchaRequest = {
  address: string;
  is_login: boolean;
  /** For browsers that cannot load the script of the vendor. */
  wants_slider: boolean;
};

/**
 * What a browser sends: where the piece was dropped, and the track there as `[milliseconds, x, y]`, or what the script of
 * the vendor returned.
 */
export type CaptchaAnswer = { challenge: string; x?: number | null; track?: unknown; answer?: unknown };

/** Why there is no pass: not solved, used or too old, or the vendor does not respond. */
export type CaptchaFailure = 'failed' | 'expired' | 'unavailable';

/** What pages that may show the captcha load from elsewhere. */
export type CaptchaOrigins = {
  scripts: readonly string[];
  connections: readonly string[];
  pictures: readonly string[];
};

/** Tells people from scripts before anything expensive or guessable. */
export type Captcha = {
  /** Creates a challenge, valid for minutes and one attempt: of the vendor in the settings, or the own slider. */
  issue: (db: Db, request: CaptchaRequest) => Promise<CaptchaChallenge>;
  /** Counts the challenges an address recently received and did not solve. */
  countUnsolved: (db: Db, address: string) => Promise<number>;
  /** Returns the pass for a solved challenge, valid for five minutes and one use. */
  solve: (db: Db, answer: CaptchaAnswer) => Promise<{ pass: string } | { failure: CaptchaFailure }>;
  /**
   * Consumes a pass; false for one that is unknown, used or expired. A rollback of the transaction restores it. One that
   * was given while the vendor could not be asked counts only where it is accepted.
   */
  consume: (db: Db, pass: string, accepts?: { unverified: boolean }) => Promise<boolean>;
  origins: () => Promise<CaptchaOrigins>;
  /** The kind of challenge to expect; the own slider may stand in for a vendor that is down. */
  type: () => Promise<CaptchaChallenge['type']>;
  /** Whether the vendor in the settings has an account that is complete. */
  isSetUp: () => Promise<boolean>;
  /** Calls the vendor; rejects with an AdapterError when it does not respond or refuses the account. */
  test: () => Promise<void>;
};
