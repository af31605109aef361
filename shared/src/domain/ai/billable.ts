/** Tenths of a second of talk for each word. */
const tenthsPerWord = 4;
/** Seconds that typed words cost at most. */
const maxTypedSec = 20;
/** Most that one turn sets aside, besides the length of a recording. */
const maxHoldSec = 60;
/** With less to spend no turn begins. */
export const minSec = 10;
/** Words of the shortest reply worth beginning. */
const minReplyWords = 10;
/** Words of the longest reply. */
const maxReplyWords = 120;

/** Life of a hold; no reply takes this long. */
export const holdMinutes = 11;

/** Words as they are charged and counted: Latin words and numbers, and each Chinese, Japanese or Korean character. */
export function countWords(text: string): number {
  return (
    text.match(
      /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]|[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu,
    )?.length ?? 0
  );
}

export type TalkTurn = {
  /** Words the learner typed; 0 for a second reply to the same words. */
  typed_words: number;
  /** Length of the recording in which the words were heard: it counts in their place. */
  recorded_ms?: number | null;
  /** Words of the reply that were shown. */
  reply_words: number;
  /** 1 is the normal speed of the teacher's voice. */
  speech_rate: number;
};

/** Tenths of a second that the learner's part counts. */
const learnerTenths = ({
  typed_words: typed,
  recorded_ms: ms,
}: Pick<TalkTurn, 'typed_words' | 'recorded_ms'>): number =>
  typeof ms === 'number' ? Math.ceil(ms / 100) : Math.min(typed * tenthsPerWord, maxTypedSec * 10);

/**
 * Seconds of talk that a turn counts, rounded up. A turn without a shown word of the reply counts nothing. In hundredths of
 * the speed, so that no fraction is lost.
 */
export function billable({ reply_words: replied, speech_rate: rate, ...turn }: TalkTurn): number {
  if (replied === 0) return 0;
  const speed = Math.max(Math.round(rate * 100), 50);
  return Math.ceil((learnerTenths(turn) * speed + replied * tenthsPerWord * 100) / (10 * speed));
}

export type HoldPlan = { hold_sec: number; /** Longest reply the hold pays for. */ reply_words: number };

/** What to set aside for a turn out of what can be spent; null when that is too little to begin. */
export function planHold(turn: Omit<TalkTurn, 'reply_words'>, freeSec: number): HoldPlan | null {
  const costOf = (words: number): number => billable({ ...turn, reply_words: words });
  const limit = Math.min(freeSec, maxHoldSec + Math.ceil((turn.recorded_ms ?? 0) / 1000));
  if (freeSec < minSec || costOf(minReplyWords) > limit) return null;
  let words = maxReplyWords;
  while (costOf(words) > limit) words -= 1;
  return { hold_sec: costOf(words), reply_words: words };
}
