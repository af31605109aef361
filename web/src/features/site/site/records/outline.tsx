import { Suspense, useState } from 'react';
import siteWords from 'virtual:locale/site';
import type { MyCourseDetail } from '@kaike/shared/contracts/catalog/courses';
import type { SiteCourseDetail } from '@kaike/shared/contracts/site/site';
import { Icon } from '../../../../ui/icon.tsx';
import { LatePreview } from '../../../learning/playback/public.ts';
import { Unlock } from '../home/offers.tsx';
import { hasFullAccess } from './course-actions.tsx';
import { LessonLine, type SiteLesson } from './lesson-line.tsx';
import css from './outline.module.css';

/** Chapters that are open at first. */
const openAtFirst = 3;

/** Chapters and lessons: all open for a member with the course, else only the free parts. */
export function Outline({
  detail: { chapters, products, course },
  mine,
}: {
  detail: SiteCourseDetail;
  mine: MyCourseDetail | null;
}) {
  const t = siteWords.useT();
  const [locked, setLocked] = useState<SiteLesson | null>(null);
  const [trial, setTrial] = useState<SiteLesson | null>(null);
  if (chapters.length === 0) return <p>{t('site.course.outline_empty')}</p>;
  const numbers = new Map(chapters.flatMap(({ lessons }) => lessons).map(({ id }, index) => [id, index + 1]));
  const record = new Map(mine?.chapters.flatMap(({ lessons }) => lessons).map((lesson) => [lesson.id, lesson]));
  return (
    <div className={css['chapters']}>
      {chapters.map((chapter, index) => (
        <details key={chapter.id} open={index < openAtFirst}>
          <summary>
            <h3>{chapter.title}</h3>
            <span>{t('site.card.lessons', { count: chapter.lessons.length })}</span>
            <Icon name="down" size={16} />
          </summary>
          <ol>
            {chapter.lessons.map((lesson) => (
              <LessonLine
                key={lesson.id}
                lesson={lesson}
                number={numbers.get(lesson.id) ?? 0}
                record={record.get(lesson.id)}
                isFree={course.is_free}
                isOwned={hasFullAccess(mine)}
                tryLesson={setTrial}
                unlock={setLocked}
              />
            ))}
          </ol>
        </details>
      ))}
      {locked ? <Unlock lesson={locked.title} products={products} close={() => setLocked(null)} /> : null}
      {trial ? (
        <Suspense fallback={null}>
          <LatePreview
            of={{ lesson_id: trial.id }}
            title={trial.title}
            productId={products[0]?.id ?? null}
            close={() => setTrial(null)}
          />
        </Suspense>
      ) : null}
    </div>
  );
}
