import { lessonType } from './course-status.ts';

/** What adults read in a minute when they read to learn. */
const hanPerMinute = 350;
const wordsPerMinute = 200;

/** Nobody reads a lesson in less; nobody is asked to stay longer by an estimate. */
const shortestSec = 15;
const longestSec = 1800;

/** Of a document nothing is known but that it is there. */
export const defaultDocumentSec = 60;
/** Between two reports of a reader. */
export const readingIntervalSeconds = 10;
/** More than this at once is not believed: a page that slept was not read. */
export const longestReadingSec = 120;
/** Reading goes on for so long after the last sign of a person. */
export const idleSeconds = 180;

const han = /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}/gu;
const word = /[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu;

/** Whether a lesson is read rather than watched. */
export const isReading = (type: number): boolean => type === lessonType.document || type === lessonType.article;

/** Seconds that reading a text with or without markup takes at least, between 15 seconds and half an hour. */
export function estimateReadingSec(text: string): number {
  const plain = text.replace(/<[^>]*>/g, ' ').replace(/&[a-z]+;|&#\d+;/gi, ' ');
  const hans = plain.match(han)?.length ?? 0;
  const words = plain.replace(han, ' ').match(word)?.length ?? 0;
  const seconds = Math.round((hans / hanPerMinute + words / wordsPerMinute) * 60);
  return Math.min(longestSec, Math.max(shortestSec, seconds));
}

export type Reading = {
  /** Seconds the reader says to have read since the last report. */
  readonly claimed_sec: number;
  readonly now: Date;
  /** The later of the ticket's issue and the last report; never a time of the client. */
  readonly last_beat_at: Date;
  readonly seen_sec: number;
  /** Seconds of reading that finish the lesson. */
  readonly duration: number;
};

/** Whole seconds passed, counted so that over many reports no fraction is lost or won. */
const wholeSeconds = (from: Date, to: Date): number =>
  Math.max(0, Math.floor(to.getTime() / 1000) - Math.floor(from.getTime() / 1000));

/** What a report of a reader earns: never more than the server's own clock says has passed since the one before. */
export function creditReading({ claimed_sec: claimed, now, last_beat_at: before, seen_sec: seen, duration }: Reading): {
  credited_sec: number;
  seen_sec: number;
} {
  const believed = Number.isFinite(claimed) ? Math.min(Math.max(0, Math.floor(claimed)), longestReadingSec) : 0;
  const credited = Math.min(believed, wholeSeconds(before, now));
  return { credited_sec: credited, seen_sec: Math.min(duration, seen + credited) };
}

/** A lesson to read is finished after its reading time, once its end was reached. */
export function isReadingFinished(progress: { seen_sec: number; duration: number; is_end_reached: boolean }): boolean {
  return progress.is_end_reached && progress.duration > 0 && progress.seen_sec >= progress.duration;
}

/** Whole percent of the reading time; 100 only once the lesson is finished. */
export function readingPercent(progress: { seen_sec: number; duration: number; is_finished: boolean }): number {
  if (progress.is_finished) return 100;
  return progress.duration > 0 ? Math.min(99, Math.floor((progress.seen_sec * 100) / progress.duration)) : 0;
}
