import type { BeatAnswer } from '@kaike/shared/contracts/watching';
import type { Interval } from '@kaike/shared/domain/seen-map';

/** A beat as it leaves the browser. */
export type BeatBody = {
  ticket: string;
  seq: number;
  intervals: Interval[];
  position: number;
  speed: number;
  late?: boolean;
};

/** What is kept of a ticket's beats until the server has acknowledged them. */
export type StoredBeat = {
  ticket: string;
  lesson_id: number;
  seq: number;
  intervals: Interval[];
  position: number;
  speed: number;
  /** How many of the intervals left with a closing page under this seq, so that they may have arrived. */
  beaconed: number;
};

export type BeatStore = {
  save: (beat: StoredBeat) => Promise<void>;
  remove: (ticket: string) => Promise<void>;
  all: () => Promise<StoredBeat[]>;
};

/** Why beats of a ticket are not taken any more. */
export type BeatEnd = 'taken_over' | 'ended' | 'invalid';
/** `unreachable` and `logged_out` may be another time; `refused` never. */
export type BeatFailure = BeatEnd | 'unreachable' | 'logged_out' | 'refused';

/** Everything of the outside world that beats need. */
export type BeatDeps = {
  /** Throws whatever `failureOf` understands. */
  send: (beat: BeatBody) => Promise<BeatAnswer>;
  failureOf: (error: unknown) => BeatFailure;
  /** Sends without waiting, from a page that is being closed; false when the browser did not take it. */
  beacon: (beat: BeatBody) => boolean;
  store: BeatStore;
};

export type BeatEvents = {
  on_answer: (answer: BeatAnswer) => void;
  /** No beat of the ticket will be taken; what could be sent has been. */
  on_end: (end: BeatEnd) => void;
  /** Whether beats wait for the connection. */
  on_waiting: (isWaiting: boolean) => void;
};
