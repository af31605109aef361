import { Suspense, useEffect, useRef, useState } from 'react';
import { Link, NavigationType, useLocation, useNavigationType } from 'react-router';
import siteWords from 'virtual:locale/site';
import type { SiteCourseDetail } from '@kaike/shared/contracts/site/site';
import { lessonType } from '@kaike/shared/domain/catalog/courses/course-status';
import { formatLength } from '@kaike/shared/kit/dates/format-when';
import { useSession } from '../../../../app/session.ts';
import { useLocale } from '../../../../app/wording.ts';
import { Icon } from '../../../../ui/icon.tsx';
import { LateInline } from '../../../learning/playback/public.ts';
import { CourseCover } from '../records/cards.tsx';
import css from './course.module.css';

type Lesson = SiteCourseDetail['chapters'][number]['lessons'][number];

/** The lessons that anyone can see or hear something of. */
const trialsOf = ({ chapters }: SiteCourseDetail): Lesson[] =>
  chapters
    .flatMap((chapter) => chapter.lessons)
    .filter(
      ({ type, is_free, preview_sec: seconds }) =>
        (type === lessonType.video || type === lessonType.audio) && (is_free || seconds > 0),
    );

/** The lesson that a link to the course promised to play. Who comes back to the page is not met by a sound. */
function usePromisedTrial(trials: Lesson[]): Lesson | undefined {
  const state: unknown = useLocation().state;
  const isBack = useNavigationType() === NavigationType.Pop;
  if (isBack || typeof state !== 'object' || state === null || !('trial' in state)) return undefined;
  return trials.find(({ id }) => id === state.trial);
}

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
  const { course, has_trailer, products } = detail;
  const trials = isOwned ? [] : trialsOf(detail);
  const promised = usePromisedTrial(trials);
  const trial = promised ?? (has_trailer ? null : (trials[0] ?? null));
  const [isOpen, setIsOpen] = useState(promised !== undefined && !isMember);
  // The button that had the focus is gone.
  useEffect(() => {
    if (isOpen) place.current?.focus();
  }, [isOpen]);
  if (isOpen)
    return (
      <div className={css['stage']} ref={place} tabIndex={-1} role="group" aria-label={course.title}>
        <Suspense fallback={<CourseCover course={course} eager small="phone" isOwn />}>
          <LateInline
            of={trial ? { lesson_id: trial.id } : { course_id: course.id }}
            productId={products[0]?.id ?? null}
            inCover
          />
        </Suspense>
      </div>
    );
  return (
    <div className={css['stage']}>
      <CourseCover course={course} eager small="phone" isOwn />
      {trial && isMember ? (
        <Link className={css['play']} to={`/home/lessons/${trial.id}`} state={{ type: trial.type }}>
          <Offer trial={trial} />
        </Link>
      ) : has_trailer || trial ? (
        <button type="button" className={css['play']} onClick={() => setIsOpen(true)}>
          <Offer trial={trial} />
        </button>
      ) : null}
    </div>
  );
}
