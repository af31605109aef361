import { Link } from 'react-router';
import siteWords from 'virtual:words/site';
import type { MyCourseDetail } from '@kaike/shared/contracts/courses';
import type { SiteCourseDetail } from '@kaike/shared/contracts/site';
import { buttonClass } from '../../../ui/button.tsx';
import { useOfferFacts, WaysIn } from '../home/offers.tsx';
import css from '../site.module.css';

type Props = { detail: SiteCourseDetail; mine: MyCourseDetail | null };

/** Whether the member has full access now. */
export const hasFullAccess = (mine: MyCourseDetail | null | undefined): mine is MyCourseDetail =>
  mine?.access.state === 'owned' || mine?.access.state === 'free';

/** The lesson where a member continues or starts. */
function Study({ mine }: { mine: MyCourseDetail }) {
  const t = siteWords.useT();
  const { course, next } = mine;
  const isBegun = mine.chapters.some((chapter) => chapter.lessons.some((lesson) => lesson.last_at !== null));
  return (
    <>
      <Link
        className={buttonClass('primary')}
        to={next ? `/home/lessons/${next.lesson_id}` : `/home/courses/${course.id}`}
        {...(next ? { state: { type: next.type } } : {})}
      >
        {t(isBegun ? 'site.course.go_on' : 'site.course.study')}
      </Link>
      {isBegun ? (
        <Link className={buttonClass()} to={`/home/courses/${course.id}`}>
          {t('site.course.progress')}
        </Link>
      ) : null}
    </>
  );
}

/** The next action: study a free or owned course, else buy or activate. A visitor logs in on the way and arrives at the first lesson. */
export function CourseActions({ detail, mine }: Props) {
  const t = siteWords.useT();
  const factsOf = useOfferFacts();
  const {
    course,
    products: [cheapest],
  } = detail;
  if (hasFullAccess(mine))
    return (
      <div className={css['actions']}>
        <Study mine={mine} />
      </div>
    );
  if (course.is_free) {
    const first = detail.chapters.flatMap((chapter) => chapter.lessons)[0];
    return (
      <div className={css['actions']}>
        <Link
          className={buttonClass('primary')}
          to={first ? `/home/lessons/${first.id}` : `/home/courses/${course.id}`}
        >
          {t('site.course.study_free')}
        </Link>
      </div>
    );
  }
  return (
    <>
      <div className={css['actions']}>
        <WaysIn products={detail.products} />
      </div>
      {cheapest ? <p className={css['quiet']}>{factsOf(cheapest)}</p> : null}
    </>
  );
}
