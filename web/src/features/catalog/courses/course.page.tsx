import { Link, useParams } from 'react-router';
import type { CourseLesson, MyCourseDetail } from '@kaike/shared/contracts/catalog/courses';
import { shownPercent } from '@kaike/shared/domain/catalog/courses/course-access';
import { lessonType } from '@kaike/shared/domain/catalog/courses/course-status';
import { isReading } from '@kaike/shared/domain/learning/reading';
import { formatClock } from '@kaike/shared/kit/format';
import { formatSum } from '@kaike/shared/kit/dates/format-when';
import { isNotFound } from '../../../api/fetch-by-id.ts';
import { BackLink } from '../../../app/components/back-link.tsx';
import { Cover } from '../../../app/components/cover.tsx';
import { LoadFailure } from '../../../app/loading/load-failure.tsx';
import { useOwnName } from '../../../app/session.ts';
import { useTitle } from '../../../app/use-title.ts';
import { useLocale, useT } from '../../../app/wording.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Steps } from '../../../ui/paper/square.tsx';
import { Card, EmptyState, Skeleton } from '../../../ui/parts.tsx';
import { SectionNav, sectionProps } from '../../../ui/section-nav/section-nav.tsx';
import { Attachments } from './attachments.tsx';
import { AccessNote } from './access-note.tsx';
import { CourseAbout, hasText } from './course-about.tsx';
import css from './courses.module.css';
import { useMyCourse } from './courses.queries.ts';
import { LessonList } from './lesson-list.tsx';
import { WaysIn } from './access-options.tsx';

const lessonsOf = ({ chapters }: MyCourseDetail): CourseLesson[] => chapters.flatMap((chapter) => chapter.lessons);

type CourseAction = { key: 'start' | 'continue' | 'again' | 'try'; to: string; type: number };

/** The primary button: continue, start, or preview. Activating has its own card. */
function actionOf(detail: MyCourseDetail): CourseAction | null {
  const { access, next, course } = detail;
  const isOpen = access.state === 'owned' || access.state === 'free';
  if (!next) return null;
  const to = `/home/lessons/${next.lesson_id}`;
  const { type } = next;
  if (!isOpen) return { key: 'try', to, type };
  if (course.lesson_count > 0 && lessonsOf(detail).every((lesson) => lesson.completed_at !== null))
    return { key: 'again', to, type };
  return { key: lessonsOf(detail).some((lesson) => lesson.last_at !== null) ? 'continue' : 'start', to, type };
}

function HeroCover({ course, isOpen }: Pick<MyCourseDetail, 'course'> & { isOpen: boolean }) {
  const owner = useOwnName();
  return <Cover {...course} teacher={course.teachers[0]?.name ?? ''} owner={isOpen ? owner : ''} eager isOwn />;
}

function Hero({ detail }: { detail: MyCourseDetail }) {
  const t = useT();
  const locale = useLocale();
  const { course, access, next } = detail;
  const isOpen = access.state === 'owned' || access.state === 'free';
  const action = actionOf(detail);
  const isBegun = action?.key === 'continue' && next !== null && next.position > 0;
  return (
    <div className={css['hero']}>
      <HeroCover course={course} isOpen={isOpen} />
      <div className={css['heroText']}>
        <h1>{course.title}</h1>
        {course.subtitle ? <p className={css['quiet']}>{course.subtitle}</p> : null}
        <p className={css['meta']}>
          <span>{t('courses.lessons', { count: course.lesson_count })}</span>
          {course.duration_sec > 0 ? <span>{formatSum(course.duration_sec, locale)}</span> : null}
          <AccessNote access={access} />
        </p>
        {isOpen ? (
          <div className={css['steps']}>
            <Steps
              percents={lessonsOf(detail).map(shownPercent)}
              label={t('courses.percent', { percent: course.percent })}
            />
            <p className={css['quiet']}>
              {t('courses.progress', { done: course.lessons_done, count: course.lesson_count })}
            </p>
          </div>
        ) : null}
        {isBegun ? (
          <p className={css['hint']}>
            {t('courses.continue_at', { title: next.title, time: formatClock(next.position) })}
          </p>
        ) : null}
        {!isBegun && next && action && isOpen && action.key !== 'again' ? (
          <p className={css['hint']}>
            <Link to={action.to} state={{ type: action.type }}>
              {t('courses.next', { title: next.title })}
            </Link>
          </p>
        ) : null}
        {action ? (
          <div className={css['act']} data-bar="">
            <Link className={buttonClass('primary', true)} to={action.to} state={{ type: action.type }}>
              {t(`courses.${action.key}`)}
            </Link>
          </div>
        ) : null}
      </div>
    </div>
  );
}

const isTalk = ({ type }: CourseLesson): boolean => type === lessonType.ai_scene;

/** The lessons of a course that is the member's. */
const openLessonsOf = (detail: MyCourseDetail): CourseLesson[] =>
  detail.access.state === 'owned' || detail.access.state === 'free'
    ? lessonsOf(detail).filter((lesson) => lesson.state === 'open')
    : [];

/** Why the course is not finished: what is missing. */
function Missing({ detail }: { detail: MyCourseDetail }) {
  const t = useT();
  const { course } = detail;
  const open = openLessonsOf(detail);
  const missing = open.filter((lesson) => lesson.completed_at === null);
  if (open.length === 0) return null;
  const seconds = missing.reduce((sum, lesson) => sum + (isTalk(lesson) ? lesson.duration_sec : lesson.missing_sec), 0);
  return (
    <p className={css['rule']}>
      {missing.length === 0 ? (
        <>
          {t('courses.all_done')} <Link to={`/home/courses/${course.id}/finished`}>{t('courses.see_finish')}</Link>
        </>
      ) : (
        t('courses.missing', { count: missing.length, minutes: Math.max(1, Math.ceil(seconds / 60)) })
      )}
    </p>
  );
}

/** When a lesson of the course is finished. */
function Rule({ detail }: { detail: MyCourseDetail }) {
  const t = useT();
  const open = openLessonsOf(detail);
  if (open.length === 0) return null;
  return (
    <p className={css['rule']}>
      {t(open.some((lesson) => isReading(lesson.type)) ? 'courses.rule_mixed' : 'courses.rule', {
        percent: detail.course.complete_percent,
      })}
      {open.some(isTalk) ? t('courses.rule_talk') : ''}
    </p>
  );
}

function Locked({ detail: { access, course, offer } }: { detail: MyCourseDetail }) {
  const t = useT();
  if (access.state === 'owned' || access.state === 'free') return null;
  const key = `${access.state === 'ended' ? 'ended' : 'locked'}${offer ? '_buyable' : ''}`;
  return (
    <Card className={css['locked'] ?? ''}>
      <Icon name="lock" size={24} />
      <div>
        <h2>{t(`courses.${key}_title`)}</h2>
        <p className={css['quiet']}>{t(`courses.${key}_text`, { count: course.lesson_count })}</p>
      </div>
      <div className={css['waysIn']}>
        <WaysIn offer={offer} />
      </div>
    </Card>
  );
}

/** The parts of the page that there are, in their order. */
function Sections({ detail: { course, attachments } }: { detail: MyCourseDetail }) {
  const t = useT();
  const parts = {
    outline: true,
    files: attachments.length > 0,
    about: hasText(course),
    teachers: course.teachers.length > 0,
  };
  const sections = Object.entries(parts).flatMap(([id, isThere]) =>
    isThere ? [{ id, label: t(`courses.sections.${id}`) }] : [],
  );
  return <SectionNav label={t('courses.sections.label')} sections={sections} />;
}

function CourseBody({ id }: { id: number }) {
  const t = useT();
  const { data: detail, error, refetch } = useMyCourse(id);
  useTitle(detail?.course.title ?? t('courses.mine'));
  if (!detail && isNotFound(error)) {
    return (
      <EmptyState
        heading="h1"
        icon="search"
        title={t('courses.not_found')}
        text={t('courses.not_found_text')}
        action={
          <Link className={buttonClass('primary')} to="/home/courses">
            {t('courses.to_courses')}
          </Link>
        }
      />
    );
  }
  if (!detail && error) return <LoadFailure error={error} retry={() => void refetch()} />;
  if (!detail)
    return (
      <div className={css['loading']} aria-busy="true">
        <Skeleton height={220} />
        <Skeleton height={28} width="60%" />
        <Skeleton height={320} />
      </div>
    );
  return (
    <div className={css['course']}>
      <div className={css['side']}>
        <Hero detail={detail} />
      </div>
      <div className={css['content']}>
        <Locked detail={detail} />
        <Sections detail={detail} />
        <section {...sectionProps('outline')}>
          {detail.chapters.length === 0 ? (
            <EmptyState icon="clock" title={t('courses.no_lessons')} text={t('courses.no_lessons_text')} />
          ) : (
            <>
              <h2 className={css['sectionTitle']}>{t('courses.outline')}</h2>
              <Missing detail={detail} />
              <LessonList chapters={detail.chapters} next={detail.next} />
              <Rule detail={detail} />
            </>
          )}
        </section>
        <Attachments courseId={id} files={detail.attachments} />
        <CourseAbout course={detail.course} grants={detail.grants} />
      </div>
    </div>
  );
}

/** A course as its member sees it: what is open, progress, next lesson, what is missing. */
export function CoursePage() {
  const t = useT();
  const { id } = useParams();
  return (
    <>
      <BackLink to="/home/courses">{t('courses.mine')}</BackLink>
      <CourseBody key={id} id={Number(id)} />
    </>
  );
}
