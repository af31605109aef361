import lessonWords from 'virtual:locale/lesson';
import * as lessons from '@kaike/shared/contracts/learning/lessons';
import { apiBase } from '../../../../api/client.ts';
import { FileLink } from '../../../catalog/courses/public.ts';

/** The sound of an audio lesson, to save and hear without a connection. */
export function SoundFile({ lessonId, name }: { lessonId: number; name: string }) {
  const t = lessonWords.useT();
  return (
    <FileLink
      href={`${apiBase()}${lessons.downloadSound.path.replace(':id', String(lessonId))}`}
      name={name}
      ext={name.slice(name.lastIndexOf('.') + 1)}
      note={t('lesson.sound_file')}
    />
  );
}
