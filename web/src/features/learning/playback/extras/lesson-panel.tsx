import type { ReactNode, RefObject } from 'react';
import lessonWords from 'virtual:locale/lesson';
import type { LessonAnswer } from '@kaike/shared/contracts/learning/lessons';
import { Tabs } from '../../../../ui/parts.tsx';
import { Attachments } from '../../../catalog/courses/public.ts';
import type { VideoHandle } from '../video-lesson.tsx';
import css from './extras.module.css';
import { KeysHelp } from './keys-help.tsx';
import { Notes } from './notes.tsx';
import { Outline, type OutlineProgress } from './outline.tsx';
import { SoundFile } from './sound-file.tsx';
import { TalkAbout } from './talk-about.tsx';
import { Transcript } from './transcript.tsx';
import { useNotes } from './use-notes.ts';

export type LessonTab = 'outline' | 'transcript' | 'notes' | 'files' | 'review';

type Props = {
  facts: LessonAnswer;
  player: VideoHandle | null;
  progress: OutlineProgress | null;
  tab: LessonTab;
  onTab: (tab: LessonTab) => void;
  /** Where the page finds how to begin a note. */
  noteDoor: RefObject<(() => void) | null>;
};

/** The tabs of a lesson, in order; empty ones are left out. */
function tabsOf({ facts, player }: Props): LessonTab[] {
  const isPresent: Record<LessonTab, boolean> = {
    outline: true,
    transcript: player !== null && facts.subtitles.length > 0,
    notes: true,
    files: facts.attachments.length > 0 || facts.sound_file !== null,
    review: facts.has_review,
  };
  return (Object.keys(isPresent) as LessonTab[]).filter((tab) => isPresent[tab]);
}

/** Beside or below a lesson: the course's lessons, what is said, the member's notes, downloads, and a talk about it. */
export function LessonPanel(props: Props) {
  const { facts, player, progress, tab, onTab, noteDoor } = props;
  const t = lessonWords.useT();
  const tools = useNotes(facts.lesson.id);
  const tabs = tabsOf(props);
  const active = tabs.includes(tab) ? tab : 'outline';
  const labelOf = (key: LessonTab): string => {
    const label = t(`lesson.tabs.${key}`);
    return key === 'notes' && tools.notes.length > 0 ? `${label} ${tools.notes.length}` : label;
  };
  // Hidden ones stay: a half-written note and a running talk survive a look at the outline.
  const panel = (key: LessonTab, content: ReactNode): ReactNode => (
    <div role="tabpanel" id={`lesson-${key}`} aria-labelledby={`lesson-${key}-tab`} hidden={key !== active}>
      {content}
    </div>
  );
  return (
    <div className={css['panel']}>
      <Tabs
        id="lesson"
        label={t('lesson.tabs.label')}
        tabs={tabs.map((key) => ({ key, label: labelOf(key) }))}
        active={active}
        onChange={onTab}
      />
      {panel('outline', <Outline courseId={facts.course.id} lessonId={facts.lesson.id} progress={progress} />)}
      {player && tabs.includes('transcript')
        ? panel(
            'transcript',
            active === 'transcript' ? (
              <Transcript lessonId={facts.lesson.id} offered={facts.subtitles} player={player} />
            ) : null,
          )
        : null}
      {panel(
        'notes',
        <Notes lesson={facts.lesson} tools={tools} player={player} door={noteDoor} onBegin={() => onTab('notes')} />,
      )}
      {tabs.includes('files')
        ? panel(
            'files',
            <>
              {facts.sound_file === null ? null : <SoundFile lessonId={facts.lesson.id} name={facts.sound_file} />}
              <Attachments courseId={facts.course.id} files={facts.attachments} />
            </>,
          )
        : null}
      {facts.has_review ? panel('review', <TalkAbout lessonId={facts.lesson.id} />) : null}
      {player ? <KeysHelp /> : null}
    </div>
  );
}
