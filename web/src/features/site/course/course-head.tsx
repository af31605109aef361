import { Link } from 'react-router';
import siteWords from 'virtual:words/site';
import type { MyCourseDetail } from '@kaike/shared/contracts/courses';
import type { SiteCourseDetail } from '@kaike/shared/contracts/site';
import { formatSum } from '@kaike/shared/kit/dates/format-when';
import { useLocale } from '../../../app/wording.ts';
import { Skeleton, Tag } from '../../../ui/parts.tsx';
import { CoursePrice, useLevel } from '../records/cards.tsx';
import { CourseActions, hasFullAccess } from '../records/course-actions.tsx';
import { OfferRow } from './offer-row.tsx';
import { Stage } from './stage.tsx';
import css from './course.module.css';

type Props = { detail: SiteCourseDetail; mine: MyCourseDetail | null | undefined };

function Facts({ detail: { course, subject } }: Pick<Props, 'detail'>) {
  const t = siteWords.useT();
  const locale = useLocale();
  const level = useLevel(course.level);
  const facts = [
    level,
    t('site.course.lessons', { count: course.lesson_count }),
    course.duration_sec > 0 ? formatSum(course.duration_sec, locale) : '',
  ];
  return (
    <>
      <p className={css['facts']}>{facts.filter(Boolean).join(' · ')}</p>
      {subject || course.is_free || course.tags.length > 0 ? (
        <p className={css['tags']}>
          {subject ? <Link to={`/open/courses?subject_id=${subject.id}`}>{subject.name}</Link> : null}
          {course.is_free ? <CoursePrice course={course} /> : null}
          {course.tags.map((tag) => (
            <Tag key={tag}>{tag}</Tag>
          ))}
        </p>
      ) : null}
    </>
  );
}

/** Cover, name and facts; the actions stand beside the cover on a desktop and stay at the bottom of a phone. */
export function CourseHead({ detail, mine }: Props) {
  const { course, products } = detail;
  const isOwned = hasFullAccess(mine);
  const [cheapest] = products;
  return (
    <header className={css['head']}>
      <Stage detail={detail} isOwned={isOwned} />
      <div className={css['words']}>
        <h1>{course.title}</h1>
        {course.subtitle ? <p className={css['subtitle']}>{course.subtitle}</p> : null}
        <Facts detail={detail} />
        {!course.is_free && !cheapest ? <CoursePrice course={course} /> : null}
        {cheapest && !course.is_free && !isOwned ? (
          <div className={css['beside']}>
            <OfferRow product={cheapest} />
          </div>
        ) : null}
        <div className={css['bar']} data-bar="">
          {mine === undefined ? <Skeleton height={48} /> : <CourseActions detail={detail} mine={mine} />}
        </div>
      </div>
    </header>
  );
}
