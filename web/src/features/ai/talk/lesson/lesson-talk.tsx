import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import talkWords from 'virtual:locale/talk';
import type { LessonTalk as Talk } from '@kaike/shared/contracts/ai/ai-talk';
import * as aiTalk from '@kaike/shared/contracts/ai/ai-talk';
import { call } from '../../../../api/client.ts';
import { fetchById, retryUnlessNotFound } from '../../../../api/fetch-by-id.ts';
import { Icon } from '../../../../ui/icon.tsx';
import { Card, ProgressBar, Skeleton } from '../../../../ui/parts.tsx';
import { Balance } from '../home/balance.tsx';
import { MinorNote } from '../home/minor-note.tsx';
import { SceneStart } from '../home/scene-start.tsx';
import { usePeoples, useSeconds, useTalkSettings } from '../talk.queries.ts';
import css from '../talk.module.css';

/** How far the learner is, and what finishes the lesson. */
function Progress({ talk: { scene, completed_at, ...talk } }: { talk: Talk }) {
  const t = talkWords.useT();
  if (talk.enough_turns === null) return <p className={css['meta']}>{t('talk.lesson.review_note')}</p>;
  if (completed_at)
    return (
      <p className={css['lessonDone']} role="status">
        <Icon name="check" size={18} />
        {t('talk.lesson.done')}
      </p>
    );
  return (
    <div>
      {scene.best === null ? null : (
        <ProgressBar
          percent={talk.percent}
          label={t('talk.goal_count', { done: scene.best, count: scene.goals.length })}
        />
      )}
      <p className={css['meta']}>{t('talk.lesson.rule', { count: talk.enough_turns })}</p>
    </div>
  );
}

export const useLessonTalk = (lessonId: number) =>
  useQuery({
    queryKey: ['home', 'lesson', lessonId, 'talk'],
    queryFn: ({ signal }) =>
      fetchById(lessonId, () => call(aiTalk.getLessonTalk, { params: { id: lessonId }, signal, quiet: true })),
    retry: retryUnlessNotFound,
  });

/** The talk of a lesson: what it is about, what finishes it, what it costs, and its start. */
export function LessonTalk({ lessonId, refused }: { lessonId: number; refused: (error: unknown) => ReactNode }) {
  const { data: talk, error } = useLessonTalk(lessonId);
  const { data: peoples } = usePeoples();
  const { data: settings } = useTalkSettings();
  const { data: seconds } = useSeconds();
  if (error && !talk) return refused(error);
  if (!talk || !peoples || !settings) return <Skeleton height={320} />;
  return (
    <Card className={`${css['root'] ?? ''} ${css['lesson'] ?? ''}`}>
      <Progress talk={talk} />
      <SceneStart
        key={lessonId}
        scene={talk.scene}
        lessonId={lessonId}
        peoples={peoples.peoples}
        cefr={settings.cefr ?? 'A1'}
      />
      <Balance seconds={seconds} />
      <MinorNote settings={settings} />
    </Card>
  );
}
