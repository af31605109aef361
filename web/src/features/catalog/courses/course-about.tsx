import type { MyCourseDetail } from '@kaike/shared/contracts/catalog/courses';
import { useDates } from '../../../app/dates.ts';
import { Portrait } from '../../../app/components/portrait.tsx';
import { Paragraphs, RichText } from '../../../app/components/rich-text.tsx';
import { useT } from '../../../app/wording.ts';
import { sectionProps } from '../../../ui/section-nav/section-nav.tsx';
import css from './courses.module.css';

function Grants({ grants }: Pick<MyCourseDetail, 'grants'>) {
  const { day } = useDates();
  const t = useT();
  if (grants.length === 0) return null;
  return (
    <details className={css['grants']}>
      <summary>{t('courses.grants')}</summary>
      <ul>
        {grants.map((grant, index) => (
          <li key={index}>
            <span>{t(`courses.grant.${grant.source_type}`)}</span>
            <span className={css['quiet']}>
              {grant.end_at
                ? t('courses.grant_term', { start: day(grant.start_at), end: day(grant.end_at) })
                : t('courses.grant_forever', { start: day(grant.start_at) })}
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** Whether there is anything to read about the course. */
export const hasText = ({ intro, detail }: MyCourseDetail['course']): boolean => intro !== '' || detail !== '';

/** About the course: description, teachers, and why access ends when it does. */
export function CourseAbout({ course, grants }: Pick<MyCourseDetail, 'course' | 'grants'>) {
  const t = useT();
  if (!hasText(course) && course.teachers.length === 0 && grants.length === 0) return null;
  return (
    <div className={css['about']}>
      {hasText(course) ? (
        <section {...sectionProps('about')}>
          <h2>{t('courses.about')}</h2>
          <Paragraphs text={course.intro} />
          <RichText text={course.detail} className={css['rich']} />
        </section>
      ) : null}
      {course.teachers.length > 0 ? (
        <section {...sectionProps('teachers')}>
          <h2>{t('courses.teachers')}</h2>
          <ul className={css['teachers']}>
            {course.teachers.map((teacher) => (
              <li key={teacher.id}>
                <Portrait name={teacher.name} src={teacher.avatar} gender={teacher.gender} />
                <span>
                  <strong>{teacher.name}</strong>
                  <span className={css['quiet']}>{teacher.title}</span>
                </span>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      <Grants grants={grants} />
    </div>
  );
}
