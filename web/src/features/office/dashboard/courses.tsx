import { Link } from 'react-router';
import type { Dashboard } from '@kaike/shared/contracts/office/dashboard';
import { useT } from '../../../app/wording.ts';
import css from './dashboard.module.css';

/** The courses that most members study this week, each with its records. */
export function Courses({ courses }: { courses: Dashboard['courses'] }) {
  const t = useT();
  const most = Math.max(...courses.map(({ member_count }) => member_count));
  return (
    <section className={css['panel']} aria-label={t('admin.dashboard.courses')}>
      <header className={css['head']}>
        <h2>{t('admin.dashboard.courses')}</h2>
        <Link to="/admin/learning-records">{t('admin.dashboard.open_list')}</Link>
      </header>
      <ul className={css['courses']}>
        {courses.map(({ id, title, member_count }) => (
          <li key={id}>
            <Link to={`/admin/learning-records?where[course_id]=${id}`}>{title}</Link>
            <span className={css['bar']} aria-hidden="true">
              <span style={{ width: `${(member_count / most) * 100}%` }} />
            </span>
            <span className="kk-muted">{t('admin.dashboard.amounts.studying', { count: member_count })}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
