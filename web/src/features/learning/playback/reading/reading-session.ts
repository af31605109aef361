import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ReadingAnswer, ReadingReport } from '@kaike/shared/contracts/learning/lessons';
import {
  idleSeconds,
  isReadingFinished,
  readingIntervalSeconds,
  readingPercent,
} from '@kaike/shared/domain/learning/reading';
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

/** A report; `late`: what it says was read before, while it could not be sent. */
export type ReadingBody = { ticket: string; seq: number; read_sec: number; is_at_end: boolean; late?: boolean };
export type ReadingDeps = {
  open: (takeOver: boolean) => Promise<ReadingAnswer>;
  send: (body: ReadingBody) => Promise<ReadingReport>;
  beacon: (body: ReadingBody) => boolean;
  describe: (error: unknown) => LessonFailure;
  /** What a failed report means: retry, reopen, the ticket is not this learner's, or another device reads. */
  meaningOf: (error: unknown) => 'again' | 'reopen' | 'foreign' | 'taken_over' | 'refused';
  /** Stores what the server has yet to count, for another visit of this learner. */
  keep: (report: ReadingBody) => Promise<void>;
  forget: (ticket: string) => Promise<void>;
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

type SessionState = {
  deps: ReadingDeps;
  store: StoreApi<ReadingState>;
  seq: number;
  pending_sec: number;
  /** A closing page sent what was waiting under this seq, and it is unknown whether it arrived. */
  is_beaconed: boolean;
  /** What is waiting was read before: it could not be sent in its time. */
  is_late: boolean;
  is_kept: boolean;
  quiet_sec: number;
  is_at_end: boolean;
  confirmed: ReadingProgress;
  running: Promise<void> | null;
};

/** Estimates the progress once the server has received the rest; only the server finishes a lesson. */
function guess({ confirmed, pending_sec: pending, is_at_end }: SessionState, duration: number): ReadingProgress {
  if (confirmed.completed_at !== null) return confirmed;
  const seenSec = Math.min(duration, confirmed.seen_sec + pending);
  return {
    ...confirmed,
    seen_sec: seenSec,
    missing_sec: Math.max(0, duration - seenSec),
    percent: readingPercent({ seen_sec: seenSec, duration, is_finished: false }),
    is_end_reached: confirmed.is_end_reached || is_at_end,
  };
}

function show(work: SessionState, extra: Partial<ReadingState> = {}): void {
  const { answer } = work.store.getState();
  work.store.setState({ ...guess(work, answer?.duration_sec ?? 0), ...extra });
}

/** What is waiting to be sent; null when nothing is. */
function pendingOf(work: SessionState): ReadingBody | null {
  const ticket = work.store.getState().answer?.ticket;
  const isNew = work.pending_sec > 0 || (work.is_at_end && !work.confirmed.is_end_reached);
  if (!ticket || !isNew) return null;
  const late = work.is_late ? { late: true } : {};
  return { ticket, seq: work.seq, read_sec: work.pending_sec, is_at_end: work.is_at_end, ...late };
}

/** What was stored of the ticket is counted, or never will be. */
async function forget(work: SessionState): Promise<void> {
  const ticket = work.store.getState().answer?.ticket;
  if (!ticket || !work.is_kept) return;
  work.is_kept = false;
  await work.deps.forget(ticket);
}

/** Stores what is not known to be counted. */
async function keep(work: SessionState): Promise<void> {
  const report = pendingOf(work);
  if (!report) return;
  work.is_kept = true;
  await work.deps.keep(report);
}

/** Nothing of this ticket can be counted any more. */
function drop(work: SessionState): void {
  Object.assign(work, { pending_sec: 0, is_beaconed: false });
  work.is_at_end &&= work.confirmed.is_end_reached;
}

async function open(work: SessionState, takeOver: boolean): Promise<void> {
  try {
    const answer = await work.deps.open(takeOver);
    const nothing = { pending_sec: 0, is_beaconed: false, is_late: false, is_kept: false };
    Object.assign(work, { ...nothing, seq: 1, quiet_sec: 0, confirmed: progressOf(answer) });
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

function settle(work: SessionState, report: ReadingReport): void {
  const { completed_at: before } = work.store.getState();
  work.confirmed = progressOf(report);
  const isFinished = report.completed_at !== null && before === null;
  show(work, { is_offline: false, ...(isFinished ? { is_just_finished: true } : {}) });
}

/** Sends what is waiting. Of a report that had arrived before, what has been read since follows under the next number. */
async function sendWaiting(work: SessionState): Promise<void> {
  for (let body = pendingOf(work); body; body = pendingOf(work)) {
    const report = await work.deps.send(body);
    const pendingSec = Math.max(0, work.pending_sec - report.claimed_sec);
    Object.assign(work, { seq: work.seq + 1, pending_sec: pendingSec, is_beaconed: false });
    settle(work, report);
    if (!report.repeated) break;
  }
  work.is_late = false;
}

/** What was read before the ticket ended, or before another login began, may come once after it. */
async function sendLate(work: SessionState): Promise<'sent' | 'again' | 'foreign' | 'over'> {
  try {
    await sendWaiting(work);
    return 'sent';
  } catch (error) {
    const meaning = work.deps.meaningOf(error);
    return meaning === 'again' || meaning === 'foreign' ? meaning : 'over';
  }
}

async function fail(work: SessionState, error: unknown): Promise<void> {
  const meaning = work.deps.meaningOf(error);
  const wasLate = work.is_late;
  work.is_late = true;
  const isFinal = meaning === 'refused' || wasLate;
  const fate =
    meaning === 'again' ? 'again' : isFinal ? (meaning === 'foreign' ? 'foreign' : 'over') : await sendLate(work);
  if (fate === 'over') drop(work);
  await (fate === 'again' || fate === 'foreign' ? keep(work) : forget(work));
  if (fate === 'again') return work.store.setState({ is_offline: true });
  if (meaning === 'taken_over') return work.store.setState({ phase: 'taken_over' });
  if (meaning === 'reopen' || meaning === 'foreign') return open(work, false);
  show(work);
}

async function send(work: SessionState): Promise<void> {
  if (work.store.getState().phase !== 'ready') return;
  try {
    await sendWaiting(work);
    await forget(work);
  } catch (error) {
    await fail(work, error);
  }
}

function flush(work: SessionState): Promise<void> {
  work.running ??= send(work).finally(() => {
    work.running = null;
  });
  return work.running;
}

/** Reports at once when that may finish the lesson, else at intervals. */
function reportWhenDue(work: SessionState): void {
  const { answer, completed_at } = work.store.getState();
  const duration = answer?.duration_sec ?? 0;
  const { seen_sec, is_end_reached: isEnd } = guess(work, duration);
  const isDone = completed_at === null && isReadingFinished({ seen_sec, duration, is_end_reached: isEnd });
  if (isDone || work.pending_sec >= readingIntervalSeconds) void flush(work);
}

/** One reader of one text: seconds are collected here and counted by the server. */
export function createReadingSession(deps: ReadingDeps): ReadingSession {
  const store = createStore<ReadingState>(() => empty);
  const work: SessionState = {
    deps,
    store,
    seq: 1,
    pending_sec: 0,
    is_beaconed: false,
    is_late: false,
    is_kept: false,
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
      const body = pendingOf(work);
      if (!isReady() || !body || work.pending_sec === 0) return;
      // Once: whether it arrived is learned from the next report, which has the same number and all of it.
      if (!work.is_late && !work.is_beaconed) work.is_beaconed = deps.beacon(body);
      void keep(work);
    },
  };
}
