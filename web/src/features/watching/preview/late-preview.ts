import { lazy } from 'react';
import { loadChunk } from '../../../app/load-chunk.ts';
import { lessonWords } from '../lesson-words.ts';

/** The preview with its player and its words, in a chunk that comes when somebody wants to try a lesson. */
export const LatePreview = lazy(async () => {
  const [{ PreviewSheet }] = await Promise.all([loadChunk(() => import('./preview-sheet.tsx')), lessonWords.load()]);
  return { default: PreviewSheet };
});
