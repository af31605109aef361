import { lazy } from 'react';
import lessonWords from 'virtual:locale/lesson';
import { loadChunk } from '../../../../app/loading/load-chunk.ts';

/** The preview with its player and wording, in a chunk loaded when a lesson is previewed. */
export const LatePreview = lazy(async () => {
  const [{ PreviewSheet }] = await Promise.all([loadChunk(() => import('./preview-sheet.tsx')), lessonWords.load()]);
  return { default: PreviewSheet };
});

/** The same without a sheet. */
export const LateInline = lazy(async () => {
  const [{ Preview }] = await Promise.all([loadChunk(() => import('./preview.tsx')), lessonWords.load()]);
  return { default: Preview };
});
