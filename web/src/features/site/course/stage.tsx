import { Suspense, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import siteWords from 'virtual:words/site';
import type { SiteCourseDetail } from '@kaike/shared/contracts/site';
import { lessonType } from '@kaike/shared/domain/courses/course-status';
import { formatLength } from '@kaike/shared/kit/dates/format-when';
import { useSession } from '../../../app/session.ts';
import { useLocale } from '../../../app/wording.ts';
import { Icon } from '../../../ui/icon.tsx';
import { LateInline } from '../../watching/public.ts';
import { CourseCover } from '../records/cards.tsx';
import css from './course.module.css';

type Lesson = SiteCourseDetail['chapters'][number]['lessons'][number];

/** The first lesson that anyone can see or hear something of. */
const firstTrial = ({ chapters }: SiteCourseDetail): Lesson | undefined =>
  chapters
    .flatMap((chapter) => chapter.lessons)
    .find(
      ({ type, is_free: isFree, preview_sec: seconds }) =>
        (type === lessonType.video || type === lessonType.audio) && (isFree || seconds > 0),
    );

/** How the trailer, or a lesson to try, is offered on the cover. */
function Offer({ trial }: { trial: Lesson | null }) {
  const t = siteWords.useT();
  const locale = useLocale();
  const seconds = trial?.is_free ? trial.duration_sec : (trial?.preview_sec ?? 0);
  const key = trial?.type === lessonType.audio ? 'listen' : 'preview';
  return (
    <>
      <Icon name="play" size={14} />
      {trial
        ? t(`site.course.${key}`, { time: seconds > 0 ? formatLength(seconds, locale) : '' })
        : t('site.course.trailer')}
    </>
  );
}

/** The cover, and in its place the trailer of the course or else the first lesson to try. A member's trial is in the real player, which keeps a record. */
export function Stage({ detail, isOwned }: { detail: SiteCourseDetail; isOwned: boolean }) {
  const isMember = useSession((state) => Boolean(state.user?.member));
  const place = useRef<HTMLDivElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  // The button that had the focus is gone.
  useEffect(() => {
    if (isOpen) place.current?.focus();
  }, [isOpen]);
  const { course, has_trailer: hasTrailer, products } = detail;
  const trial = hasTrailer || isOwned ? null : (firstTrial(detail) ?? null);
  if (isOpen)
    return (
      <div className={css['stage']} ref={place} tabIndex={-1} role="group" aria-label={course.title}>
        <Suspense fallback={<CourseCover course={course} eager small="phone" />}>
          <LateInline
            of={trial ? { lesson_id: trial.id } : { course_id: course.id }}
            product_id={products[0]?.id ?? null}
            in_cover
          />
        </Suspense>
      </div>
    );
  return (
    <div className={css['stage']}>
      <CourseCover course={course} eager small="phone" />
      {trial && isMember ? (
        <Link className={css['play']} to={`/home/lessons/${trial.id}`} state={{ type: trial.type }}>
          <Offer trial={trial} />
        </Link>
      ) : hasTrailer || trial ? (
        <button type="button" className={css['play']} onClick={() => setIsOpen(true)}>
          <Offer trial={trial} />
        </button>
      ) : null}
    </div>
  );
}
