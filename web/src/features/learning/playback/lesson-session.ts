import { createStore, type StoreApi } from 'zustand/vanilla';
import type { HeartbeatAnswer, PlayAuth } from '@kaike/shared/contracts/learning/watching';
import type { Interval } from '@kaike/shared/domain/learning/watched-bitmap';
import { heartbeatIntervalSeconds } from '@kaike/shared/domain/learning/watching';
import { unreachable } from './lesson/describe-failure.ts';
import { allowedSeek } from './lesson/allowed-seek.ts';
import type { HeartbeatDeps, HeartbeatEnd } from './heartbeats/heartbeat-port.ts';
import { createHeartbeatQueue, type HeartbeatQueue } from './heartbeats/heartbeat-queue.ts';
import { firstGap } from './lesson/first-gap.ts';
import { guessProgress } from './lesson/guess-progress.ts';
import { emptyLesson, progressOf, type LessonFailure, type WatchedProgress, type LessonState } from './lesson-state.ts';
import { createPlayedTracker, type PlayedTracker } from './heartbeats/played-tracker.ts';
import type { PlayerEvent, PlayerPort } from './player/player-port.ts';
import { replayHeartbeats } from './heartbeats/replay-heartbeats.ts';

/** External dependencies of a lesson session. */
export type LessonDeps = {
  port: PlayerPort;
  beats: HeartbeatDeps;
  authorize: (lessonId: number, takeOver: boolean) => Promise<PlayAuth>;
  /** Describes a refusal, with the code `unreachable` when there was no response; null is a video that does not play. */
  describe: (error: unknown) => LessonFailure;
  /** Resolves after the time, or earlier when the connection is back. */
  wait: (ms: number) => Promise<void>;
  /** The member's preferred speed. */
  speed: () => number;
};

export type LessonSession = {
  store: StoreApi<LessonState>;
  /** `at`: the second to begin at, by the rules of the course; null to continue where the member stopped. */
  open: (lessonId: number, at?: number | null) => Promise<void>;
  /** Ends the player on the other device and continues here. */
  takeOver: () => Promise<void>;
  retry: () => Promise<void>;
  toggle: () => void;
  seek: (to: number) => void;
  setRate: (rate: number) => void;
  startOver: () => void;
  /** Jumps to the first unseen part and plays. */
  fillGap: () => void;
  dismissResume: () => void;
  /** The page is hidden or closed; the beats are sent at once. */
  hide: () => void;
  show: () => void;
  /** The browser reports that it lost the network, or has it again. */
  setOnline: (isOnline: boolean) => void;
  stop: () => Promise<void>;
};

type SessionState = {
  deps: LessonDeps;
  store: StoreApi<LessonState>;
  tracker: PlayedTracker;
  lesson_id: number;
  /** Incremented by every opening; the response to an older one is ignored. */
  opening: number;
  queue: HeartbeatQueue | null;
  /** The member's progress as of the server's last response. */
  confirmed: WatchedProgress;
  /** Played in this visit; decides where jumps may go. */
  played: Interval[];
  failures: number;
  failed_at: number;
  wants_to_play: boolean;
  /** The second the member asked for when opening the lesson. */
  start_at: number | null;
};

const patienceMs = 3000;
const maximumFailures = 4;
const failurePauseMs = 2000;
/** After playing for this long, the next failure counts as a new one. */
const mendedSec = 10;
const resumedFromSec = 3;

const limitOf = ({ auth }: LessonState): number => auth?.preview_sec ?? auth?.duration_sec ?? Infinity;

/** Moves what was played to the queue. */
function collect({ tracker, queue, played, deps: { port } }: SessionState): void {
  const intervals = tracker.take();
  played.push(...intervals);
  const { position, rate } = port.state();
  queue?.place(position, rate);
  queue?.add(intervals);
}

function report(work: SessionState): void {
  collect(work);
  void work.queue?.flush();
}

/** The server's last progress plus what it has not received yet. */
function guess({ confirmed, queue, tracker, store }: SessionState): WatchedProgress {
  const { auth } = store.getState();
  if (!auth) return confirmed;
  return guessProgress({
    confirmed,
    played: [...(queue?.waiting() ?? []), ...tracker.peek()],
    duration_sec: auth.duration_sec,
    complete_percent: auth.complete_percent,
  });
}

/** Advances the progress between beats; sends a beat at once when that may finish the lesson. */
function showProgress(work: SessionState): void {
  const { seen_sec: before, completed_at } = work.store.getState();
  const progress = guess(work);
  if (progress.seen_sec === before) return;
  work.store.setState(progress);
  if (completed_at === null && progress.missing_sec === 0) report(work);
}

/** Sends what it can of the current ticket's beats, then closes the ticket. */
async function leaveTicket(work: SessionState): Promise<void> {
  const { queue, deps } = work;
  if (!queue) return;
  collect(work);
  work.queue = null;
  await Promise.race([queue.flush(), deps.wait(patienceMs)]);
  queue.close();
}

function applyResponse(work: SessionState, answer: HeartbeatAnswer): void {
  const { store } = work;
  const wasFinished = store.getState().completed_at !== null;
  const isFinished = answer.completed_at !== null;
  work.confirmed = progressOf(answer);
  store.setState({
    ...guess(work),
    is_cut: answer.is_cut,
    ...(isFinished && !wasFinished ? { is_just_finished: true } : {}),
  });
}

function endTicket(work: SessionState, end: HeartbeatEnd): void {
  work.queue = null;
  const { port } = work.deps;
  work.wants_to_play = !port.state().is_paused;
  if (end !== 'taken_over') return void renew(work);
  port.pause();
  // What was played here in the meantime does not count.
  work.store.setState({ ...work.confirmed, phase: 'taken_over', is_offline: false });
}

function createQueue(work: SessionState, auth: PlayAuth): HeartbeatQueue {
  const { opening } = work;
  const whenCurrent =
    <A>(act: (value: A) => void) =>
    (value: A): void => {
      if (opening === work.opening) act(value);
    };
  return createHeartbeatQueue({
    ticket: auth.ticket ?? '',
    lesson_id: work.lesson_id,
    deps: work.deps.beats,
    events: {
      on_answer: whenCurrent((answer: HeartbeatAnswer) => applyResponse(work, answer)),
      on_end: whenCurrent((end: HeartbeatEnd) => endTicket(work, end)),
      // The page says why; nothing that plays from now on would count.
      on_logged_out: () => work.deps.port.pause(),
      on_waiting: whenCurrent((isOffline: boolean) => work.store.setState({ is_offline: isOffline })),
    },
  });
}

async function begin(work: SessionState, auth: PlayAuth, at: number | null): Promise<void> {
  const { port, speed } = work.deps;
  const { store } = work;
  if (!auth.ticket || !auth.source) {
    port.pause();
    return store.setState({ phase: 'elsewhere', auth, ...progressOf(auth) });
  }
  work.queue = createQueue(work, auth);
  work.confirmed = progressOf(auth);
  store.setState({ phase: 'ready', auth, failure: null, is_offline: false, ...progressOf(auth) });
  const chosen = at ?? (work.start_at === null ? null : allowed(work, work.start_at));
  const place = chosen ?? auth.position;
  if (chosen === null) store.setState({ resumed_at: place > resumedFromSec ? place : null });
  await port.load(auth.source, place);
  port.setRate(Math.min(speed(), auth.max_speed));
  if (work.wants_to_play) await port.play();
}

/** Gets a ticket and plays, from where the member stopped or from `at`. */
async function authorize(work: SessionState, start: { at: number | null; take_over: boolean }): Promise<void> {
  const opening = (work.opening += 1);
  try {
    await Promise.race([replayHeartbeats(work.deps.beats), work.deps.wait(patienceMs)]);
    const auth = await work.deps.authorize(work.lesson_id, start.take_over);
    if (opening === work.opening) await begin(work, auth, start.at);
  } catch (error) {
    if (opening !== work.opening) return;
    work.deps.port.pause();
    work.store.setState({ phase: 'failed', failure: work.deps.describe(error) });
  }
}

/** Replaces an expired ticket and its URLs; the member notices a short pause at most. */
async function renew(work: SessionState): Promise<void> {
  const { position } = work.deps.port.state();
  await leaveTicket(work);
  await authorize(work, { at: position, take_over: false });
}

/** The video failed: the URLs may have expired, or the connection is lost. */
async function recover(work: SessionState): Promise<void> {
  const { port, wait, describe } = work.deps;
  const { phase } = work.store.getState();
  if (phase !== 'ready' && phase !== 'loading') return;
  work.failures += 1;
  work.failed_at = port.state().position;
  if (work.failures > maximumFailures) return work.store.setState({ phase: 'failed', failure: describe(null) });
  const { opening } = work;
  if (work.failures > 1) await wait(work.failures * failurePauseMs);
  if (opening === work.opening) await renew(work);
}

function reachEnd(work: SessionState): void {
  report(work);
  const { auth } = work.store.getState();
  work.store.setState({ phase: auth?.preview_sec === null ? 'finished' : 'preview_over', resumed_at: null });
}

function onTime(work: SessionState): void {
  const { port } = work.deps;
  const { position, is_paused, is_seeking } = port.state();
  const state = work.store.getState();
  if (is_paused || is_seeking || state.phase !== 'ready') return;
  work.tracker.tick(position);
  showProgress(work);
  if (Math.abs(position - work.failed_at) > mendedSec) work.failures = 0;
  if (state.auth?.preview_sec === null || position < limitOf(state) - 0.25) return;
  port.pause();
  reachEnd(work);
}

/** The target of a jump by the rules of the course. */
function allowed(work: SessionState, to: number): number {
  const state = work.store.getState();
  const target = Math.min(Math.max(0, to), limitOf(state));
  if (!state.auth?.forbid_skip || state.completed_at !== null) return target;
  const watched = [
    ...state.seen.map(([from = 0, end = 0]): Interval => [from, end]),
    ...work.played,
    [state.auth.position, state.auth.position] as const,
  ];
  return allowedSeek(target, watched);
}

function seek(work: SessionState, to: number): void {
  const { port } = work.deps;
  collect(work);
  work.tracker.cut();
  const place = allowed(work, to);
  const { refused_seeks: refused, phase } = work.store.getState();
  if (place < to - 1 && place < limitOf(work.store.getState())) work.store.setState({ refused_seeks: refused + 1 });
  port.seek(place);
  work.queue?.place(place, port.state().rate);
  if (phase === 'finished' || phase === 'preview_over') work.store.setState({ phase: 'ready' });
}

/** A jump may come from system controls, which do not know the rules. */
function onSeek(work: SessionState): void {
  collect(work);
  work.tracker.cut();
  const { position } = work.deps.port.state();
  const place = allowed(work, position);
  if (place < position - 1) work.deps.port.seek(place);
}

function listen(work: SessionState): (event: PlayerEvent) => void {
  const act: Partial<Record<PlayerEvent, () => void>> = {
    time: () => onTime(work),
    seek: () => onSeek(work),
    pause: () => report(work),
    failed: () => void recover(work),
    // Record the starting position now, not with the first `timeupdate` a quarter of a second later.
    play: () => work.tracker.tick(work.deps.port.state().position),
    ended: () => {
      if (work.store.getState().phase === 'ready') reachEnd(work);
    },
  };
  return (event) => act[event]?.();
}

function toggle(work: SessionState): void {
  const { port } = work.deps;
  work.wants_to_play = port.state().is_paused;
  if (!work.wants_to_play) return port.pause();
  const { phase } = work.store.getState();
  if (phase === 'finished') seek(work, 0);
  if (phase === 'ready' || phase === 'finished') void port.play();
}

function fillGap(work: SessionState): void {
  const { port } = work.deps;
  const { seen, auth } = work.store.getState();
  const gap = auth ? firstGap(seen, auth.duration_sec) : null;
  if (gap === null) return;
  seek(work, gap);
  work.wants_to_play = true;
  if (port.state().is_paused) void port.play();
}

async function retry(work: SessionState): Promise<void> {
  work.failures = 0;
  const isBegun = work.store.getState().auth?.ticket !== undefined;
  work.store.setState({ phase: 'loading', failure: null });
  await authorize(work, { at: isBegun ? work.deps.port.state().position : null, take_over: false });
}

/** The page is visible again, or the connection is back. */
function show(work: SessionState): void {
  const { phase, failure } = work.store.getState();
  if (phase === 'failed' && failure?.code === unreachable) void retry(work);
  else void work.queue?.flush();
}

/** Known before the next beat fails; when the network is back, what was played is sent at once. */
function setOnline(work: SessionState, isOnline: boolean): void {
  if (work.store.getState().phase === 'ready') work.store.setState({ is_offline: !isOnline });
  if (!isOnline) return;
  collect(work);
  show(work);
}

/** On every beat interval: sends what was played, and retries a server that did not respond. */
function tick(work: SessionState): void {
  report(work);
  const { phase, failure } = work.store.getState();
  if (phase === 'failed' && failure?.code === unreachable) void retry(work);
}

/** One member at one player: tickets, beats, rules and recovery, without any rendering. */
export function createLessonSession(deps: LessonDeps): LessonSession {
  const store = createStore<LessonState>(() => emptyLesson);
  const work: SessionState = {
    deps,
    store,
    tracker: createPlayedTracker(),
    lesson_id: 0,
    opening: 0,
    queue: null,
    confirmed: progressOf(emptyLesson),
    played: [],
    failures: 0,
    failed_at: -Infinity,
    wants_to_play: true,
    start_at: null,
  };
  const unsubscribe = deps.port.subscribe(listen(work));
  const timer = setInterval(() => tick(work), heartbeatIntervalSeconds * 1000);
  return {
    store,
    async open(lessonId, at = null) {
      await leaveTicket(work);
      Object.assign(work, {
        lesson_id: lessonId,
        played: [],
        failures: 0,
        failed_at: -Infinity,
        wants_to_play: true,
        start_at: at,
      });
      work.tracker.cut();
      store.setState({ ...emptyLesson }, true);
      await authorize(work, { at: null, take_over: false });
    },
    async takeOver() {
      const { phase } = store.getState();
      work.wants_to_play = true;
      await authorize(work, { at: phase === 'taken_over' ? deps.port.state().position : null, take_over: true });
    },
    retry: () => retry(work),
    toggle: () => toggle(work),
    seek: (to) => seek(work, to),
    setRate: (rate) => deps.port.setRate(Math.min(rate, store.getState().auth?.max_speed ?? rate)),
    startOver() {
      seek(work, 0);
      store.setState({ resumed_at: null });
    },
    fillGap: () => fillGap(work),
    dismissResume: () => store.setState({ resumed_at: null }),
    hide() {
      collect(work);
      work.queue?.leave();
    },
    show: () => show(work),
    setOnline: (isOnline) => setOnline(work, isOnline),
    async stop() {
      clearInterval(timer);
      unsubscribe();
      work.opening += 1;
      await leaveTicket(work);
    },
  };
}
