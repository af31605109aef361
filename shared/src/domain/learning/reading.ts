import { lessonType } from '../catalog/courses/course-status.ts';

/** Reading speed of adults who read to learn. */
const hanPerMinute = 350;
const wordsPerMinute = 200;

/** Bounds of an estimated reading time. */
const minSec = 15;
const maxSec = 1800;

/** Reading time of a document, whose content is unknown. */
export const defaultDocumentSec = 60;
/** Interval of reading reports. */
export const readingIntervalSeconds = 10;
/** Longest time one report can claim: a suspended page was not read. */
export const maxReadingSec = 120;
/** Reading counts for this long after the last user activity. */
export const idleSeconds = 180;

const han = /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}/gu;
const word = /[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu;

/** Whether a lesson is read rather than watched. */
export const isReading = (type: number): boolean => type === lessonType.document || type === lessonType.article;

/** Estimated seconds to read a text with or without markup, between 15 seconds and half an hour. */
export function estimateReadingSec(text: string): number {
  const plain = text.replace(/<[^<>]*>/g, ' ').replace(/&[a-z]+;|&#\d+;/gi, ' ');
  const hans = plain.match(han)?.length ?? 0;
  const words = plain.replace(han, ' ').match(word)?.length ?? 0;
  const seconds = Math.round((hans / hanPerMinute + words / wordsPerMinute) * 60);
  return Math.min(maxSec, Math.max(minSec, seconds));
}

export type ClaimedReading = {
  /** Seconds the client claims were read since the last report. */
  readonly claimed_sec: number;
  /** It was read while it could not be sent: one claim may be longer than usual. */
  readonly is_late?: boolean;
  readonly now: Date;
  /** The later of the ticket's issue and the last report; always server time. */
  readonly last_beat_at: Date;
  readonly seen_sec: number;
  /** Seconds of reading required to finish the lesson. */
  readonly duration: number;
};

/** Whole seconds passed, counted so that no fraction is lost or gained over many reports. */
const wholeSeconds = (from: Date, to: Date): number =>
  Math.max(0, Math.floor(to.getTime() / 1000) - Math.floor(from.getTime() / 1000));

/** The credit for a reading report: never more than the time since the previous one by the server's clock. */
export function creditReading({
  claimed_sec: claimed,
  is_late = false,
  now,
  last_beat_at: before,
  seen_sec,
  duration,
}: ClaimedReading): {
  credited_sec: number;
  seen_sec: number;
} {
  const believed = Number.isFinite(claimed)
    ? Math.min(Math.max(0, Math.floor(claimed)), is_late ? Infinity : maxReadingSec)
    : 0;
  const credited = Math.min(believed, wholeSeconds(before, now));
  return { credited_sec: credited, seen_sec: Math.min(duration, seen_sec + credited) };
}

/** A reading lesson is finished after its reading time, once its end has been reached. */
export function isReadingFinished(progress: { seen_sec: number; duration: number; is_end_reached: boolean }): boolean {
  return progress.is_end_reached && progress.duration > 0 && progress.seen_sec >= progress.duration;
}

/** Whole percent of the reading time; 100 only once the lesson is finished. */
export function readingPercent(progress: { seen_sec: number; duration: number; is_finished: boolean }): number {
  if (progress.is_finished) return 100;
  return progress.duration > 0 ? Math.min(99, Math.floor((progress.seen_sec * 100) / progress.duration)) : 0;
}
