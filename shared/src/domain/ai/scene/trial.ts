import { billable, countWords } from '../billable.ts';

/** Seconds of talk after which a visitor's trial ends, counted as for a learner. */
export const trialSec = 60;
/** Answers of a trial; short ones do not fill the minute. */
export const trialTurns = 8;
/** Minutes after which a trial that was left cannot be continued. */
export const trialMinutes = 15;
export const maxTrialAnswerLength = 200;

type Turn = { answer: string; line: { en: string } };

/** Seconds of talk so far. */
const secondsOf = (turns: readonly Turn[]): number =>
  turns.reduce(
    (sum, { answer, line }) =>
      sum + billable({ typed_words: countWords(answer), reply_words: countWords(line.en), speech_rate: 1 }),
    0,
  );

/** Seconds left of a trial; 0 when it is over, also by the number of its answers. */
export const trialSecLeft = (turns: readonly Turn[]): number =>
  turns.length >= trialTurns ? 0 : Math.max(trialSec - secondsOf(turns), 0);
