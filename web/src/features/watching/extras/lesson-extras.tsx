import type { LessonAnswer } from '@kaike/shared/contracts/lessons';
import { Attachments } from '../../courses/public.ts';
import type { VideoHandle } from '../video-lesson.tsx';
import css from './extras.module.css';
import { KeysHelp } from './keys-help.tsx';
import { Notes } from './notes.tsx';
import { TalkAbout } from './talk-about.tsx';

/** What is below a lesson: downloads and the member's notes. */
export function LessonExtras({ facts, player }: { facts: LessonAnswer; player: VideoHandle | null }) {
  return (
    <div className={css['extras']}>
      {facts.has_review ? <TalkAbout lessonId={facts.lesson.id} /> : null}
      <Attachments course_id={facts.course.id} files={facts.attachments} />
      <Notes lesson={facts.lesson} player={player} />
      {player ? <KeysHelp /> : null}
    </div>
  );
}
