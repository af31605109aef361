import { Link } from 'react-router';
import siteWords from 'virtual:locale/site';
import type { MyCourseDetail } from '@kaike/shared/contracts/catalog/courses';
import type { SiteCourseDetail } from '@kaike/shared/contracts/site/site';
import { Skeleton, Tag } from '../../../../ui/parts.tsx';
import { CoursePrice, useLevelWord } from '../records/cards.tsx';
import { CourseActions, hasFullAccess } from '../records/course-actions.tsx';
import { OfferRow } from './offer-row.tsx';
import { Stage } from './stage.tsx';
import css from './course.module.css';

type Props = { detail: SiteCourseDetail; mine: MyCourseDetail | null | undefined };

const halfHour = 1800;

/** Hours, to the half, from one hour on; else minutes. */
function lengthOf(seconds: number): ['hours' | 'minutes', number] {
  return seconds < 2 * halfHour
    ? ['minutes', Math.max(1, Math.round(seconds / 60))]
    : ['hours', Math.round(seconds / halfHour) / 2];
}

/** Level, lessons and length: figures over their words. */
function Figures({ course }: { course: SiteCourseDetail['course'] }) {
  const t = siteWords.useT();
  const levelWord = useLevelWord(course.level);
  const [unit, length] = lengthOf(course.duration_sec);
  const figures = [
    { figure: course.level, word: levelWord || t('site.course.figures.level') },
    { figure: String(course.lesson_count), word: t('site.course.figures.lessons', { count: course.lesson_count }) },
    {
      figure: course.duration_sec > 0 ? String(length) : '',
      word: t(`site.course.figures.${unit}`, { count: length }),
    },
  ];
  return (
    <ul className={css['figures']}>
      {figures
        .filter(({ figure }) => figure !== '')
        .map(({ figure, word }) => (
          <li key={word}>
            <b>{figure}</b> <span>{word}</span>
          </li>
        ))}
    </ul>
  );
}

function Facts({ detail: { course, subject } }: Pick<Props, 'detail'>) {
  return (
    <>
      <Figures course={course} />
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
