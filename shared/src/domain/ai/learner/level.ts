import { cefrLevels, type CefrLevel } from '../../people/people.ts';

/** What was counted in a talk whose scene has goals. */
export type TalkFacts = {
  /** yyyy-MM-dd, by the school's clock. */
  day: string;
  /** Of the lines that the learner answered. */
  level: CefrLevel;
  goals: number;
  goals_done: number;
  turns: number;
  hints: number;
  /** Answers that the scene did not understand; null where nothing measured it. */
  missed: number | null;
};

/** In half-steps from A1, 0, to C2, 10: odd ones are written with a plus. */
type HalfStep = number;
const highest = (cefrLevels.length - 1) * 2;

export type LevelEstimate = { level: HalfStep; low: HalfStep; high: HalfStep; talks: number };

/** Talks before anything is said. */
export const talksToEstimate = 3;
/** Talks in which the estimate moves one half-step at most. */
const talksToMove = 3;
/** The latest talks that count, with all others of their days. */
const latestTalks = 5;
/** Hints and answers that were not understood, of all turns, with which a level still holds. */
const fairHelp = 1 / 3;

const within = (step: number): HalfStep => Math.min(Math.max(step, 0), highest);

/** Whether a talk says anything: there were goals, and turns enough to reach them. */
const counts = ({ goals, turns }: TalkFacts): boolean => goals > 0 && turns >= goals;

/** What a talk speaks for. Above its own level only when everything was reached, measured, without any help. */
export function evidenceOf({ level, goals, goals_done: done, turns, hints, missed }: TalkFacts): HalfStep {
  const own = cefrLevels.indexOf(level) * 2;
  const help = hints + (missed ?? 0);
  if (done >= goals && help === 0 && missed !== null) return within(own + 1);
  if (done >= goals && help <= turns * fairHelp) return own;
  return within(done * 2 >= goals ? own - 1 : own - 2);
}

/** The value so far up from the lowest; of an even number the lower middle. */
const quantile = (sorted: readonly HalfStep[], part: number): HalfStep =>
  sorted[Math.floor((sorted.length - 1) * part)] ?? 0;

const numerically = (one: number, other: number): number => one - other;

/** The latest days with enough talks between them, their evidence sorted: the order within a day does not matter. */
function windowOf(days: readonly (readonly HalfStep[])[]): HalfStep[] {
  const latest: HalfStep[] = [];
  for (const day of days.toReversed()) {
    if (latest.length >= latestTalks) break;
    latest.push(...day);
  }
  return latest.toSorted(numerically);
}

function daysOf(talks: readonly TalkFacts[]): HalfStep[][] {
  const days = new Map<string, HalfStep[]>();
  for (const talk of talks.toSorted((one, other) => (one.day < other.day ? -1 : 1)))
    days.set(talk.day, [...(days.get(talk.day) ?? []), evidenceOf(talk)]);
  return [...days.values()];
}

/** Talks that are missing before a level can be estimated. */
export const talksMissing = (talks: readonly TalkFacts[]): number =>
  Math.max(talksToEstimate - talks.filter(counts).length, 0);

/**
 * The level of a learner, from what was counted in talks; null below three. It begins with the median of the first talks and then follows
 * the median of the latest ones, one half-step in three talks at most.
 */
export function estimateLevel(talks: readonly TalkFacts[]): LevelEstimate | null {
  const days = daysOf(talks.filter(counts));
  let level: HalfStep | null = null;
  let [talksSoFar, sinceMove] = [0, 0];
  for (const [index, day] of days.entries()) {
    talksSoFar += day.length;
    if (talksSoFar < talksToEstimate) continue;
    const middle = quantile(windowOf(days.slice(0, index + 1)), 0.5);
    if (level === null) {
      level = middle;
      continue;
    }
    // Talks that agreed are no credit for a jump later.
    const credit = Math.min(sinceMove, talksToMove - 1) + day.length;
    const most = Math.floor(credit / talksToMove);
    const move = Math.max(Math.min(middle - level, most), -most);
    level += move;
    sinceMove = move === 0 ? credit : 0;
  }
  if (level === null) return null;
  const latest = windowOf(days);
  return {
    level,
    low: within(Math.min(quantile(latest, 0.25), level - 1)),
    high: within(Math.max(quantile(latest, 0.75), level + 1)),
    talks: talksSoFar,
  };
}

/** The level whose material fits: a half-step is not reached before it is whole. */
export const levelOfStep = (step: HalfStep): CefrLevel => cefrLevels[Math.floor(step / 2)] ?? 'A1';

/** As people read it: `B1`, `B1+`. */
export const stepName = (step: HalfStep): string => `${levelOfStep(step)}${step % 2 === 1 ? '+' : ''}`;
