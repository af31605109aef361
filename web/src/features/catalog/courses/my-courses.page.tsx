import { Link, useSearchParams } from 'react-router';
import { CoverLink } from '../../../app/components/cover-link.tsx';
import type { MyCourse } from '@kaike/shared/contracts/catalog/courses';
import { Cover } from '../../../app/components/cover.tsx';
import { LoadFailure } from '../../../app/loading/load-failure.tsx';
import { useOwnName } from '../../../app/session.ts';
import { useTitle } from '../../../app/use-title.ts';
import { useT } from '../../../app/wording.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { EmptyState, PageHeader, ProgressBar, Skeleton, Tabs, Tag } from '../../../ui/parts.tsx';
import { OwnLearning } from '../../learning/home/public.ts';
import { AccessNote } from './access-note.tsx';
import css from './courses.module.css';
import { useMyCourses } from './courses.queries.ts';

const filters = {
  all: () => true,
  learning: (course: MyCourse) => course.access.state !== 'ended' && !isFinished(course),
  finished: (course: MyCourse) => isFinished(course),
  ended: (course: MyCourse) => course.access.state === 'ended',
};
type Filter = keyof typeof filters;
const filterNames: Filter[] = ['all', 'learning', 'finished', 'ended'];
const skeletons = [1, 2, 3, 4];

const isFinished = ({ lessons_done: done, lesson_count: count }: MyCourse): boolean => count > 0 && done >= count;

function Progress({ course }: { course: MyCourse }) {
  const t = useT();
  if (isFinished(course)) return <Tag tone="success">{t('courses.finished')}</Tag>;
  if (course.last_at === null)
    return (
      <span className={css['quiet']}>
        {t('courses.lessons', { count: course.lesson_count })} · {t('courses.not_begun')}
      </span>
    );
  return (
    <>
      <ProgressBar percent={course.percent} label={t('courses.percent', { percent: course.percent })} />
      <span className={css['quiet']}>
        {t('courses.progress', { done: course.lessons_done, count: course.lesson_count })}
      </span>
    </>
  );
}

function CourseCard({ course }: { course: MyCourse }) {
  const owner = useOwnName();
  return (
    <li>
      <CoverLink
        to={`/home/courses/${course.id}`}
        className={course.access.state === 'ended' ? `${css['card']} ${css['over']}` : css['card']}
      >
        <Cover {...course} owner={owner} small="phone" />
        <span className={css['cardText']}>
          <strong className={css['cardTitle']}>{course.title}</strong>
          <Progress course={course} />
          <AccessNote access={course.access} />
        </span>
      </CoverLink>
    </li>
  );
}

function Waiting() {
  return (
    <div className={css['grid']} aria-busy="true">
      {skeletons.map((key) => (
        <Skeleton key={key} height={248} />
      ))}
    </div>
  );
}

function CourseList() {
  const t = useT();
  const [params, setParams] = useSearchParams();
  const { data, isError, error, refetch } = useMyCourses();
  const filter = filterNames.find((name) => name === params.get('show')) ?? 'all';
  const show = (name: Filter): void => setParams(name === 'all' ? {} : { show: name }, { replace: true });
  if (isError && !data) return <LoadFailure error={error} retry={() => void refetch()} />;
  if (!data) return <Waiting />;
  if (data.length === 0) {
    return (
      <EmptyState
        icon="book-open"
        title={t('courses.empty')}
        text={t('courses.empty_text')}
        action={
          <Link className={buttonClass('primary')} to="/home/cards/use-card">
            {t('courses.activate')}
          </Link>
        }
      />
    );
  }
  const visible = data.filter(filters[filter]);
  return (
    <>
      <Tabs
        tabs={filterNames.map((key) => ({ key, label: t(`courses.filters.${key}`) }))}
        active={filter}
        onChange={show}
        label={t('courses.mine')}
      />
      {visible.length === 0 ? (
        <EmptyState
          icon="search"
          title={t('courses.empty_filtered')}
          action={<Button onClick={() => show('all')}>{t('courses.show_all')}</Button>}
        />
      ) : (
        <ul className={css['grid']}>
          {visible.map((course) => (
            <CourseCard key={course.id} course={course} />
          ))}
        </ul>
      )}
    </>
  );
}

function MyCourses() {
  const t = useT();
  // The empty list has this link itself.
  const { data } = useMyCourses();
  return (
    <>
      <PageHeader
        title={t('courses.mine')}
        extra={
          data && data.length > 0 ? (
            <Link className={buttonClass('ghost')} to="/home/cards/use-card">
              {t('courses.activate')}
            </Link>
          ) : null
        }
      />
      <CourseList />
    </>
  );
}

/** The member's courses with progress and end of access. */
export function MyCoursesPage() {
  const t = useT();
  useTitle(t('courses.mine'));
  return (
    <OwnLearning heading={<PageHeader title={t('courses.mine')} />} waiting={<Waiting />}>
      <MyCourses />
    </OwnLearning>
  );
}
