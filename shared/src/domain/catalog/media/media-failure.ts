import type { Choice } from '../../../kit/field.ts';

/** Why a video or audio file cannot be used; empty when it can. The names are wording keys. */
export const mediaFailures = [
  'not_a_video',
  'truncated',
  'no_video_track',
  'not_a_sound',
  'not_supported',
  'too_large',
  'missing',
  'transcode_failed',
  'blocked',
  'no_stream',
  'internal',
] as const;
export type MediaFailure = (typeof mediaFailures)[number];

export const mediaFailureChoices: Choice<MediaFailure | ''>[] = [
  { value: '', key: 'none' },
  ...mediaFailures.map((value) => ({ value, key: value })),
];

/** Failures on our side that a retry may fix; the others need another file. */
export const retryableFailures: readonly MediaFailure[] = [
  'not_supported',
  'transcode_failed',
  'blocked',
  'no_stream',
  'internal',
];
