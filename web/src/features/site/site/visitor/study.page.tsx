import { Link, Navigate } from 'react-router';
import siteWords from 'virtual:locale/site';
import visitorWords from 'virtual:locale/visitor';
import * as siteApi from '@kaike/shared/contracts/site/site';
import { formatWeekday } from '@kaike/shared/kit/dates/format-when';
import { call } from '../../../../api/client.ts';
import { useLoad } from '../../../../app/loading/use-load.ts';
import { useMayJoin } from '../../../../app/config.ts';
import { useSession } from '../../../../app/session.ts';
import { useTitle } from '../../../../app/use-title.ts';
import { useLocale } from '../../../../app/wording.ts';
import { buttonClass } from '../../../../ui/button.tsx';
import { Today, Week } from '../../../../ui/paper/today.tsx';
import { CourseShelf, Section } from '../records/cards.tsx';
import { SiteFrame } from '../site-frame.tsx';
import css from './visitor.module.css';

/** Free courses come first by price. */
const loadCheapest = (signal: AbortSignal) =>
  call(siteApi.listCourses, { query: { sort: 'price' }, signal, quiet: true });
const maxFree = 4;

/** Any Monday, and a week in which somebody studied on three days. */
const monday = Date.UTC(2024, 0, 1);
const dayMs = 86_400_000;
const sampleWeek = [100, 100, 100, 60, 0, 0, 0];
const today = 3;
const sample = { minutes: 12, goal: 20 };

/** A learner's day as it will look here. */
function Sample() {
  const t = visitorWords.useT();
  const locale = useLocale();
  const nameOf = (place: number, weekday: 'narrow' | 'long'): string =>
    formatWeekday(monday + place * dayMs, locale, weekday);
  const days = sampleWeek.map((percent, place) => {
    const name = nameOf(place, 'long');
    return { key: name, name: nameOf(place, 'narrow'), label: name, percent, is_today: place === today };
  });
  return (
    <figure className={css['sample']}>
      <Today
        minutes={sample.minutes}
        percent={(sample.minutes / sample.goal) * 100}
        unit={t('visitor.study.unit', { goal: sample.goal })}
      />
      <p>{t('visitor.study.left', { minutes: sample.goal - sample.minutes })}</p>
      <Week days={days} label={t('visitor.study.sample')} />
      <figcaption>{t('visitor.study.sample')}</figcaption>
    </figure>
  );
}

function FreeCourses() {
  const t = visitorWords.useT();
  const site = siteWords.useT();
  const free = (useLoad(loadCheapest).data?.data ?? []).filter((course) => course.is_free).slice(0, maxFree);
  if (free.length === 0) return null;
  return (
    <Section title={t('visitor.study.free')} more={{ to: '/open/courses', label: site('site.home.all_courses') }}>
      <CourseShelf courses={free} />
    </Section>
  );
}

/** What a visitor finds where members study: what it will look like, and the ways in. */
export function StudyPage() {
  const t = visitorWords.useT();
  const site = siteWords.useT();
  const mayJoin = useMayJoin();
  const isLoggedIn = useSession((state) => state.user !== null);
  useTitle(t('visitor.study.title'));
  if (isLoggedIn) return <Navigate to="/home/index" replace />;
  return (
    <SiteFrame>
      <div className={css['page']}>
        <div className={css['first']}>
          <div className={css['words']}>
            <h1>{t('visitor.study.title')}</h1>
            <p>{t('visitor.study.text')}</p>
            <div className={css['ways']}>
              <Link className={buttonClass('primary')} to="/open/login?back_url=%2Fhome%2Findex">
                {t(mayJoin ? 'visitor.log_in' : 'visitor.log_in_only')}
              </Link>
              <Link className={buttonClass()} to="/home/cards/use-card">
                {site('site.home.activate')}
              </Link>
              <Link className={buttonClass('ghost')} to="/open/courses">
                {site('site.home.all_courses')}
              </Link>
            </div>
          </div>
          <Sample />
        </div>
        <FreeCourses />
      </div>
    </SiteFrame>
  );
}
