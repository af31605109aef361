import { lessonType } from '@kaike/shared/domain/catalog/courses/course-status';
import { isSoundFile } from '@kaike/shared/domain/catalog/media/file-types';
import type { PlayRight } from '../play-access.ts';
import type { PlayFacts } from '../play-facts.read.ts';

/** The sound of an audio lesson as a file to take away; null where the course does not offer it or the member has only a preview. */
export function soundFileOf(
  { type, title, audio_download: isOffered, renditions }: PlayFacts,
  { is_preview }: PlayRight,
): { key: string; name: string } | null {
  if (type !== lessonType.audio || !isOffered || is_preview || !renditions || renditions.hosted) return null;
  const { playlist: key } = renditions;
  return isSoundFile(key) ? { key, name: title + key.slice(key.lastIndexOf('.')) } : null;
}
