import * as lessons from '@kaike/shared/contracts/learning/lessons';
import { apiBase } from '../../../../api/client.ts';

/** The address of a lesson's subtitles in one language. */
export const subtitlesUrl = (lessonId: number, id: number): string =>
  `${apiBase()}${lessons.getSubtitles.path.replace(':id', String(lessonId)).replace(':subtitle_id', String(id))}`;
