import { choicesOf, type Transition, type ValueIn } from '../../status.ts';

export const mediaStatus = { uploading: 1, processing: 2, ready: 3, failed: 4 } as const;
export type MediaStatus = ValueIn<typeof mediaStatus>;
export const mediaStatusChoices = choicesOf(mediaStatus, {
  uploading: 'info',
  processing: 'primary',
  ready: 'success',
  failed: 'danger',
});

const { uploading, processing, ready, failed } = mediaStatus;

/** A failed file can be processed again, or replaced by a new upload. */
export const mediaActions: Readonly<Record<'process' | 'finish' | 'fail' | 'retry', Transition<MediaStatus>>> = {
  process: { from: [uploading], to: processing },
  finish: { from: [processing], to: ready },
  fail: { from: [uploading, processing], to: failed },
  retry: { from: [failed], to: processing },
};
