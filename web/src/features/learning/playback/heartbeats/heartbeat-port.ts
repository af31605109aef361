import type { HeartbeatAnswer } from '@kaike/shared/contracts/learning/watching';
import type { Interval } from '@kaike/shared/domain/learning/watched-bitmap';

/** The body of a beat request. */
export type HeartbeatRequest = {
  ticket: string;
  seq: number;
  intervals: Interval[];
  position: number;
  speed: number;
  late?: boolean;
};

/** A beat that may have arrived: its number, how many of the waiting intervals it holds, from the first on, and what it claims. */
export type HeartbeatAttempt = { seq: number; count: number; claimed_sec: number };

/** The stored part of a ticket's beats until the server has acknowledged them. It belongs to its learner and waits for them. */
export type StoredHeartbeat = {
  /** The account that played; missing in what older versions stored. */
  user_id?: number;
  /** When it was stored, ms. */
  saved_at?: number;
  ticket: string;
  lesson_id: number;
  seq: number;
  intervals: Interval[];
  position: number;
  speed: number;
  /** What was sent and may have arrived; missing in what older versions stored. */
  tries?: HeartbeatAttempt[];
};

export type HeartbeatStore = {
  save: (beat: StoredHeartbeat) => Promise<void>;
  remove: (ticket: string) => Promise<void>;
  all: () => Promise<StoredHeartbeat[]>;
};

/** Why beats of a ticket are no longer accepted. */
export type HeartbeatEnd = 'taken_over' | 'ended' | 'invalid';
/** `unreachable`, `logged_out` and `not_now` may be retried later, `not_now` not by this page; `refused` never. */
export type HeartbeatFailure = HeartbeatEnd | 'unreachable' | 'logged_out' | 'not_now' | 'refused';

/** External dependencies of the beat queue. */
export type HeartbeatDeps = {
  /** Throws errors that `failureOf` understands. */
  send: (beat: HeartbeatRequest) => Promise<HeartbeatAnswer>;
  failureOf: (error: unknown) => HeartbeatFailure;
  /** Sends without waiting, from a page that is closing; false when the browser did not accept it. */
  beacon: (beat: HeartbeatRequest) => boolean;
  store: HeartbeatStore;
  /** The account whose page this is; null without one. */
  user: () => number | null;
};

export type HeartbeatEvents = {
  on_answer: (answer: HeartbeatAnswer) => void;
  /** No further beat of the ticket will be accepted; what could be sent has been sent. */
  on_end: (end: HeartbeatEnd) => void;
  /** Whether beats are waiting for the connection. */
  on_waiting: (isWaiting: boolean) => void;
  /** The member is logged out here; the beats wait for a login. */
  on_logged_out: () => void;
};
