import { useCallback } from 'react';
import { Link, useSearchParams } from 'react-router';
import { getTeachers } from '@kaike/shared/contracts/site';
import { call } from '../../api/client.ts';
import { useLoad } from '../../app/use-load.ts';
import { useTitle } from '../../app/use-title.ts';
import { buttonClass } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/parts.tsx';
import { GridSkeleton, LoadFailed, TeacherGrid } from './cards.tsx';
import { SiteFrame } from './site-frame.tsx';
import css from './site.module.css';
import { siteWords } from './site-words.ts';

/** Who teaches here. */
export function TeachersPage() {
  const t = siteWords.useT();
  const asked = Number(useSearchParams()[0].get('page'));
  const page = Number.isInteger(asked) && asked > 0 ? asked : 1;
  const load = useCallback((signal: AbortSignal) => call(getTeachers, { query: { page }, signal }), [page]);
  const { data, failed, reload } = useLoad(load);
  useTitle(t('site.teachers.title'));
  return (
    <SiteFrame>
      <h1 className={css['title']}>{t('site.teachers.title')}</h1>
      {failed ? <LoadFailed retry={reload} /> : null}
      {!data && !failed ? <GridSkeleton /> : null}
      {data?.data.length === 0 ? <EmptyState icon="user" title={t('site.teachers.empty')} text={t('site.teachers.empty_text')} action={<Link className={buttonClass('primary')} to="/open/courses">{t('site.courses.show_all')}</Link>} /> : null}
      {data && data.data.length > 0 ? <TeacherGrid teachers={data.data} /> : null}
      {data && (page > 1 || data.has_more) ? (
        <nav className={css['pages']} aria-label={t('site.courses.pages')}>
          {page > 1 ? <Link className={buttonClass()} to={`/open/teachers?page=${page - 1}`}>{t('site.courses.previous')}</Link> : null}
          <span>{t('site.courses.page', { page })}</span>
          {data.has_more ? <Link className={buttonClass()} to={`/open/teachers?page=${page + 1}`}>{t('site.courses.next')}</Link> : null}
        </nav>
      ) : null}
    </SiteFrame>
  );
}
