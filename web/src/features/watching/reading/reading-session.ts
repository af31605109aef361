import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ReadingAnswer, ReadingReport } from '@kaike/shared/contracts/lessons';
import {
  idleSeconds,
  isReadingFinished,
  readingIntervalSeconds,
  readingPercent,
} from '@kaike/shared/domain/courses/reading';
import type { LessonFailure } from '../lesson-state.ts';

export type ReadingPhase = 'loading' | 'ready' | 'elsewhere' | 'taken_over' | 'failed';
export type ReadingProgress = Pick<
  ReadingAnswer,
  'seen_sec' | 'percent' | 'completed_at' | 'missing_sec' | 'is_end_reached'
>;
export type ReadingState = ReadingProgress & {
  phase: ReadingPhase;
  answer: ReadingAnswer | null;
  failure: LessonFailure | null;
  /** Reports are waiting for the connection. */
  is_offline: boolean;
  /** No activity for a while: the clock is paused. */
  is_idle: boolean;
  is_just_finished: boolean;
};

type Body = { ticket: string; seq: number; read_sec: number; is_at_end: boolean };
export type ReadingDeps = {
  open: (takeOver: boolean) => Promise<ReadingAnswer>;
  send: (body: Body) => Promise<ReadingReport>;
  beacon: (body: Body) => boolean;
  describe: (error: unknown) => LessonFailure;
  /** What a failed report means: retry, reopen, or another device reads. */
  meaningOf: (error: unknown) => 'again' | 'reopen' | 'taken_over' | 'refused';
};

export type ReadingSession = {
  store: StoreApi<ReadingState>;
  open: (takeOver?: boolean) => Promise<void>;
  /** A second has passed with the page visible. */
  tick: () => void;
  /** The reader was active. */
  touch: () => void;
  /** The document was open elsewhere on this device for this many seconds. */
  addAway: (seconds: number) => void;
  reachEnd: () => void;
  flush: () => Promise<void>;
  /** The page is hidden or closed: what is waiting is sent at once. */
  leave: () => void;
};

const empty: ReadingState = {
  phase: 'loading',
  answer: null,
  failure: null,
  is_offline: false,
  is_idle: false,
  is_just_finished: false,
  seen_sec: 0,
  percent: 0,
  completed_at: null,
  missing_sec: 0,
  is_end_reached: false,
};

const progressOf = ({
  seen_sec,
  percent,
  completed_at,
  missing_sec,
  is_end_reached,
}: ReadingProgress): ReadingProgress => ({ seen_sec, percent, completed_at, missing_sec, is_end_reached });

type Work = {
  deps: ReadingDeps;
  store: StoreApi<ReadingState>;
  seq: number;
  pending_sec: number;
  quiet_sec: number;
  is_at_end: boolean;
  confirmed: ReadingProgress;
  running: Promise<void> | null;
};

/** Estimates the progress once the server has received the rest; only the server finishes a lesson. */
function guess({ confirmed, pending_sec: pending, is_at_end: isAtEnd }: Work, duration: number): ReadingProgress {
  if (confirmed.completed_at !== null) return confirmed;
  const seenSec = Math.min(duration, confirmed.seen_sec + pending);
  return {
    ...confirmed,
    seen_sec: seenSec,
    missing_sec: Math.max(0, duration - seenSec),
    percent: readingPercent({ seen_sec: seenSec, duration, is_finished: false }),
    is_end_reached: confirmed.is_end_reached || isAtEnd,
  };
}

function show(work: Work, extra: Partial<ReadingState> = {}): void {
  const { answer } = work.store.getState();
  work.store.setState({ ...guess(work, answer?.duration_sec ?? 0), ...extra });
}

async function open(work: Work, takeOver: boolean): Promise<void> {
  try {
    const answer = await work.deps.open(takeOver);
    Object.assign(work, { seq: 1, pending_sec: 0, quiet_sec: 0, confirmed: progressOf(answer) });
    work.store.setState({
      ...progressOf(answer),
      answer: answer.ticket === null ? null : answer,
      phase: answer.ticket === null ? 'elsewhere' : 'ready',
      failure: null,
      is_offline: false,
    });
  } catch (error) {
    work.store.setState({ phase: 'failed', failure: work.deps.describe(error) });
  }
}

async function fail(work: Work, error: unknown): Promise<void> {
  const meaning = work.deps.meaningOf(error);
  if (meaning === 'again') return work.store.setState({ is_offline: true });
  if (meaning === 'taken_over') return work.store.setState({ phase: 'taken_over' });
  // What was read under an expired ticket can no longer be reported; the text stays as it is.
  if (meaning === 'reopen') return open(work, false);
  work.pending_sec = 0;
  show(work);
}

async function send(work: Work): Promise<void> {
  const { answer, phase, completed_at: before } = work.store.getState();
  const ticket = answer?.ticket;
  const isNew = work.pending_sec > 0 || (work.is_at_end && !work.confirmed.is_end_reached);
  if (!ticket || phase !== 'ready' || !isNew) return;
  const claimed = work.pending_sec;
  try {
    const report = await work.deps.send({ ticket, seq: work.seq, read_sec: claimed, is_at_end: work.is_at_end });
    work.seq += 1;
    // The content of a report that had arrived before is unknown: treat it as counted.
    work.pending_sec = Math.max(0, work.pending_sec - claimed);
    work.confirmed = progressOf(report);
    show(work, {
      is_offline: false,
      ...(report.completed_at !== null && before === null ? { is_just_finished: true } : {}),
    });
  } catch (error) {
    await fail(work, error);
  }
}

function flush(work: Work): Promise<void> {
  work.running ??= send(work).finally(() => {
    work.running = null;
  });
  return work.running;
}

/** Reports at once when that may finish the lesson, else at intervals. */
function reportWhenDue(work: Work): void {
  const { answer, completed_at: completedAt } = work.store.getState();
  const duration = answer?.duration_sec ?? 0;
  const { seen_sec: seenSec, is_end_reached: isEnd } = guess(work, duration);
  const isDone = completedAt === null && isReadingFinished({ seen_sec: seenSec, duration, is_end_reached: isEnd });
  if (isDone || work.pending_sec >= readingIntervalSeconds) void flush(work);
}

/** One reader of one text: seconds are collected here and counted by the server. */
export function createReadingSession(deps: ReadingDeps): ReadingSession {
  const store = createStore<ReadingState>(() => empty);
  const work: Work = {
    deps,
    store,
    seq: 1,
    pending_sec: 0,
    quiet_sec: 0,
    is_at_end: false,
    confirmed: progressOf(empty),
    running: null,
  };
  const isReady = (): boolean => store.getState().phase === 'ready';
  return {
    store,
    open: (takeOver = false) => open(work, takeOver),
    tick() {
      if (!isReady()) return;
      work.quiet_sec += 1;
      const isIdle = work.quiet_sec > idleSeconds;
      if (!isIdle) work.pending_sec += 1;
      show(work, { is_idle: isIdle });
      reportWhenDue(work);
    },
    touch() {
      work.quiet_sec = 0;
      if (store.getState().is_idle) store.setState({ is_idle: false });
    },
    addAway(seconds) {
      if (!isReady() || seconds <= 0) return;
      // No more than is missing: it is unknown whether the document was in view all the time.
      work.pending_sec += Math.min(Math.floor(seconds), store.getState().missing_sec);
      show(work);
      void flush(work);
    },
    reachEnd() {
      if (work.is_at_end || !isReady()) return;
      work.is_at_end = true;
      show(work);
      void flush(work);
    },
    flush: () => flush(work),
    leave() {
      const { answer, phase } = store.getState();
      if (!answer?.ticket || phase !== 'ready' || work.pending_sec === 0) return;
      // Its own seq: the next report continues after it, whether it arrived or not.
      const isTaken = deps.beacon({
        ticket: answer.ticket,
        seq: work.seq,
        read_sec: work.pending_sec,
        is_at_end: work.is_at_end,
      });
      if (!isTaken) return;
      work.confirmed = guess(work, answer.duration_sec);
      work.seq += 1;
      work.pending_sec = 0;
    },
  };
}
