import { Suspense, useState } from 'react';
import { Link } from 'react-router';
import siteWords from 'virtual:words/site';
import type { SiteCourseDetail } from '@kaike/shared/contracts/site';
import { lessonType } from '@kaike/shared/domain/courses/course-status';
import { isReading } from '@kaike/shared/domain/courses/reading';
import { formatSpan } from '@kaike/shared/kit/format';
import { formatLength } from '@kaike/shared/kit/dates/format-when';
import { useSession } from '../../../app/session.ts';
import { useLocale } from '../../../app/wording.ts';
import { Icon } from '../../../ui/icon.tsx';
import { LatePreview } from '../../watching/public.ts';
import { Unlock } from '../home/offers.tsx';
import css from '../site.module.css';

type Lesson = SiteCourseDetail['chapters'][number]['lessons'][number];

function LessonFacts({ lesson, isOpen }: { lesson: Lesson; isOpen: boolean }) {
  const t = siteWords.useT();
  const locale = useLocale();
  return (
    <span className={css['lessonText']}>
      <span>{lesson.title}</span>
      <span className={css['quiet']}>
        {[
          t(`site.types.${lesson.type}`),
          lesson.duration_sec > 0 ? formatLength(lesson.duration_sec, locale) : '',
          isOpen ? '' : t('site.course.locked'),
        ]
          .filter(Boolean)
          .join(' · ')}
      </span>
    </span>
  );
}

type LineProps = {
  lesson: Lesson;
  isFree: boolean;
  /** The member has the course. */ isOwned: boolean;
  tryLesson: (lesson: Lesson) => void;
  unlock: (lesson: Lesson) => void;
};

/** A lesson; its free part plays in a sheet for visitors, and in the player for members. */
function LessonLine({ lesson, isFree, isOwned, tryLesson, unlock }: LineProps) {
  const t = siteWords.useT();
  const locale = useLocale();
  const isLoggedIn = useSession((state) => state.user !== null);
  const hasPreview = lesson.is_free || lesson.preview_sec > 0;
  if (!hasPreview && !isFree && !isOwned)
    return (
      <li>
        <button type="button" className={css['lesson']} onClick={() => unlock(lesson)}>
          <Icon name="lock" size={16} />
          <LessonFacts lesson={lesson} isOpen={false} />
        </button>
      </li>
    );
  const label = isFree
    ? t('site.card.free')
    : lesson.is_free
      ? t('site.course.try_free')
      : t(lesson.type === lessonType.audio ? 'site.course.listen' : 'site.course.preview', {
          time: formatSpan(lesson.preview_sec, locale),
        });
  const body = (
    <>
      <Icon
        name={
          isReading(lesson.type)
            ? 'file-text'
            : lesson.type === lessonType.ai_scene
              ? 'user'
              : lesson.type === lessonType.audio
                ? 'volume'
                : 'play'
        }
        size={14}
      />
      <LessonFacts lesson={lesson} isOpen />
      {isOwned ? <Icon name="right" size={18} /> : <span className={css['try']}>{label}</span>}
    </>
  );
  // A talk needs an account.
  if (hasPreview && !isLoggedIn && lesson.type !== lessonType.ai_scene)
    return (
      <li>
        <button type="button" className={css['lesson']} onClick={() => tryLesson(lesson)}>
          {body}
        </button>
      </li>
    );
  return (
    <li>
      <Link className={css['lesson']} to={`/home/lessons/${lesson.id}`} state={{ type: lesson.type }}>
        {body}
      </Link>
    </li>
  );
}

/** Chapters and lessons: all open for a member with the course, else only the free parts. */
export function Outline({
  detail: { chapters, products, course },
  isOwned,
}: {
  detail: SiteCourseDetail;
  isOwned: boolean;
}) {
  const t = siteWords.useT();
  const [locked, setLocked] = useState<Lesson | null>(null);
  const [lockedLesson, setLockedLesson] = useState<Lesson | null>(null);
  if (chapters.length === 0) return <p className={css['quiet']}>{t('site.course.outline_empty')}</p>;
  return (
    <div className={css['chapters']}>
      {chapters.map((chapter, index) => (
        <details key={chapter.id} open={index < 3}>
          <summary>
            <h3>{chapter.title}</h3>
            <span className={css['quiet']}>{t('site.card.lessons', { count: chapter.lessons.length })}</span>
          </summary>
          <ol>
            {chapter.lessons.map((lesson) => (
              <LessonLine
                key={lesson.id}
                lesson={lesson}
                isFree={course.is_free}
                isOwned={isOwned}
                tryLesson={setLockedLesson}
                unlock={setLocked}
              />
            ))}
          </ol>
        </details>
      ))}
      {locked ? <Unlock lesson={locked.title} products={products} close={() => setLocked(null)} /> : null}
      {lockedLesson ? (
        <Suspense fallback={null}>
          <LatePreview
            of={{ lesson_id: lockedLesson.id }}
            title={lockedLesson.title}
            product_id={products[0]?.id ?? null}
            close={() => setLockedLesson(null)}
          />
        </Suspense>
      ) : null}
    </div>
  );
}
