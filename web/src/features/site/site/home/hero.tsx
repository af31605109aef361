import { Link } from 'react-router';
import siteWords from 'virtual:locale/site';
import type { Site } from '@kaike/shared/contracts/site/site';
import { lessonType } from '@kaike/shared/domain/catalog/courses/course-status';
import { formatLength, formatSum } from '@kaike/shared/kit/dates/format-when';
import { Portrait } from '../../../../app/components/portrait.tsx';
import { useSession } from '../../../../app/session.ts';
import { useLocale } from '../../../../app/wording.ts';
import { buttonClass } from '../../../../ui/button.tsx';
import { Icon } from '../../../../ui/icon.tsx';
import { ManuscriptHeading } from '../../../../ui/paper/manuscript-heading.tsx';
import { Skeleton } from '../../../../ui/parts.tsx';
import { CourseCover, useLevel } from '../records/cards.tsx';
import css from './hero.module.css';

type FeaturedCourse = NonNullable<Site['featured']>;

function Featured({ featured: { course, teacher } }: { featured: FeaturedCourse }) {
  const t = siteWords.useT();
  const locale = useLocale();
  const facts = [
    useLevel(course.level),
    t('site.card.lessons', { count: course.lesson_count }),
    course.duration_sec > 0 ? formatSum(course.duration_sec, locale) : '',
  ];
  return (
    <Link className={css['featured']} to={`/open/courses/${course.id}`}>
      <CourseCover course={course} eager />
      <span className={css['caption']}>
        {teacher ? <Portrait name={teacher.name} src={teacher.avatar} gender={teacher.gender} /> : null}
        <span>
          <strong>{course.title}</strong>
          <small>{[teacher?.name, ...facts].filter(Boolean).join(' · ')}</small>
        </span>
      </span>
    </Link>
  );
}

/** Before anything is published, or when nothing could be loaded: as large as a course, so that nothing moves up. */
function NoCourse({ isEmpty }: { isEmpty: boolean }) {
  const t = siteWords.useT();
  return (
    <div className={css['featured']}>
      <span className={css['none']}>
        <Icon name="book-open" size={44} />
        {isEmpty ? <strong>{t('site.home.empty')}</strong> : null}
      </span>
    </div>
  );
}

/** A card in one's hand is one way to begin among others. */
function Strip() {
  const t = siteWords.useT();
  return (
    <Link className={css['strip']} to="/home/cards/use-card">
      <span className={css['card']} aria-hidden="true" />
      <span>
        <b>{t('site.home.has_card')}</b>
        <small>{t('site.home.has_card_text')}</small>
      </span>
      <span className={css['go']}>
        {t('site.home.activate_short')}
        <Icon name="right" size={16} />
      </span>
    </Link>
  );
}

/** What a visitor does first: they try a lesson of the course, in its cover; without one they look at the course. */
function WayIn({ featured }: { featured: FeaturedCourse | null }) {
  const t = siteWords.useT();
  const locale = useLocale();
  const trial = featured?.trial;
  if (featured && trial)
    return (
      <Link
        className={buttonClass('primary', true)}
        to={`/open/courses/${featured.course.id}`}
        state={{ trial: trial.lesson_id }}
      >
        <Icon name="play" size={18} />
        {t(trial.type === lessonType.audio ? 'site.home.listen' : 'site.home.try', {
          time: trial.seconds > 0 ? formatLength(trial.seconds, locale) : '',
        })}
      </Link>
    );
  return (
    <Link
      className={buttonClass('primary', true)}
      to={featured ? `/open/courses/${featured.course.id}` : '/open/courses'}
    >
      {t(featured ? 'site.home.look' : 'site.home.all_courses')}
    </Link>
  );
}

type Props = { featured: FeaturedCourse | null | undefined; isEmpty: boolean };

/** The school in one line, the course of the week, and one way on. `featured` is undefined while it loads, null when there is none. */
export function Hero({ featured, isEmpty }: Props) {
  const t = siteWords.useT();
  const isLoggedIn = useSession((state) => state.user !== null);
  return (
    <section className={css['hero']}>
      <div className={css['words']}>
        <p className={css['label']}>{t(featured === null ? 'site.home.page' : 'site.home.this_week')}</p>
        <ManuscriptHeading text={t('site.home.title')} />
        <p className={css['text']}>{t('site.home.text')}</p>
      </div>
      {featured ? <Featured featured={featured} /> : null}
      {featured === null ? <NoCourse isEmpty={isEmpty} /> : null}
      {featured === undefined ? (
        <div className={css['featured']}>
          <Skeleton height="auto" />
        </div>
      ) : null}
      <div className={css['actions']}>
        {isLoggedIn ? (
          <Link className={buttonClass('primary', true)} to="/home/index">
            <Icon name="play" size={18} />
            {t('site.home.go_on')}
          </Link>
        ) : (
          <WayIn featured={featured ?? null} />
        )}
        <Strip />
      </div>
    </section>
  );
}
