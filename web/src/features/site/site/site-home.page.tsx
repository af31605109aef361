import { Link } from 'react-router';
import siteWords from 'virtual:locale/site';
import type { Site } from '@kaike/shared/contracts/site/site';
import * as siteApi from '@kaike/shared/contracts/site/site';
import { call } from '../../../api/client.ts';
import { LoadFailure } from '../../../app/loading/load-failure.tsx';
import { useLoad } from '../../../app/loading/use-load.ts';
import { useTitle } from '../../../app/use-title.ts';
import { Icon } from '../../../ui/icon.tsx';
import { SignMark } from '../../../ui/logo.tsx';
import { CourseShelf, GridSkeleton, Section, TeacherGrid } from './records/cards.tsx';
import { Column } from './home/columns.tsx';
import { Hero } from './home/hero.tsx';
import { OfferShelf } from './home/offer-shelf.tsx';
import { SiteFrame } from './site-frame.tsx';
import css from './site.module.css';

const load = (signal: AbortSignal) => call(siteApi.getSite, { signal });

/** Columns as placed, except for what is featured above; the latest courses if no column shows courses. */
function Window({ site }: { site: Site }) {
  const t = siteWords.useT();
  const showsCourses = site.columns.some((column) => column.type === 'list');
  return (
    <>
      {site.subjects.length > 0 ? (
        <Section title={t('site.subjects.title')}>
          <ul className={css['signs']}>
            {site.subjects.map((subject) => (
              <li key={subject.id}>
                <Link to={`/open/courses?subject_id=${subject.id}`}>
                  <SignMark sign={subject.sign || (Array.from(subject.name)[0] ?? '')} size={48} />
                  {subject.name}
                  <span className={css['quiet']}>{t('site.subjects.count', { count: subject.course_count })}</span>
                </Link>
              </li>
            ))}
          </ul>
        </Section>
      ) : null}
      {site.columns
        .map((column) =>
          column.type === 'banner'
            ? {
                ...column,
                items: column.items.filter(({ course }) => !course || course.id !== site.featured?.course.id),
              }
            : column,
        )
        .filter(({ items }) => items.length > 0)
        .map((column) => (
          <Column key={column.id} column={column} />
        ))}
      {showsCourses || site.courses.length === 0 ? null : (
        <Section title={t('site.home.newest')} more={{ to: '/open/courses', label: t('site.home.all_courses') }}>
          <CourseShelf courses={site.courses} />
        </Section>
      )}
      {site.products.length > 0 ? (
        <Section title={t('site.home.offers')} more={{ to: '/open/help', label: t('site.home.about_buying') }}>
          <OfferShelf offers={site.products} />
        </Section>
      ) : null}
      {site.ai_teacher ? (
        <Section title={t('site.ai.title')} more={{ to: '/open/ai-peoples', label: t('site.ai.all') }}>
          <ul className={css['links']}>
            <li>
              <Link
                className={css['link']}
                to={`/open/ai-prompt-templates${site.ai_teacher.trial_id === null ? '' : `/${site.ai_teacher.trial_id}`}`}
              >
                <span>
                  <strong>{t(site.ai_teacher.trial_id === null ? 'site.ai.scenes' : 'site.ai.trial')}</strong>
                  <span className={css['quiet']}>{t('site.ai.text')}</span>
                </span>
                <Icon name="right" size={18} />
              </Link>
            </li>
          </ul>
        </Section>
      ) : null}
      {site.teachers.length > 0 ? (
        <Section title={t('site.teachers.title')} more={{ to: '/open/teachers', label: t('site.home.all_teachers') }}>
          <TeacherGrid teachers={site.teachers} isShelf />
        </Section>
      ) : null}
    </>
  );
}

/** The school's public home page. */
export function SiteHomePage() {
  const t = siteWords.useT();
  const { data, failed, error, reload } = useLoad(load);
  useTitle(t('site.home.page'));
  return (
    <SiteFrame>
      <Hero featured={data ? data.featured : failed ? null : undefined} isEmpty={data !== null} />
      {failed ? <LoadFailure error={error} retry={reload} /> : null}
      {!data && !failed ? <GridSkeleton /> : null}
      {data ? <Window site={data} /> : null}
    </SiteFrame>
  );
}
