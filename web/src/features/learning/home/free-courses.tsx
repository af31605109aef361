import { useQuery } from '@tanstack/react-query';
import * as site from '@kaike/shared/contracts/site/site';
import { call } from '../../../api/client.ts';
import { useT } from '../../../app/wording.ts';
import { CourseItem, Shelf } from './shelf.tsx';
import css from './home.module.css';

const maxShown = 4;

/** The school's free courses, for who has no card yet; nothing while it has none. */
export function FreeCourses() {
  const t = useT();
  // Free courses come first by price.
  const { data } = useQuery({
    queryKey: ['open', 'courses', 'free'],
    queryFn: ({ signal }) => call(site.listCourses, { query: { sort: 'price' }, signal, quiet: true }),
  });
  const free = (data?.data ?? []).filter((course) => course.is_free).slice(0, maxShown);
  if (free.length === 0) return null;
  return (
    <Shelf id="free-courses" title={t('home.free_first')} look="shelf">
      {free.map((course) => (
        <CourseItem key={course.id} course={course}>
          <span className={css['quiet']}>{t('home.lessons', { count: course.lesson_count })}</span>
        </CourseItem>
      ))}
    </Shelf>
  );
}
