import { useCallback } from 'react';
import { Link, useParams } from 'react-router';
import siteWords from 'virtual:locale/site';
import type { MyCourseDetail } from '@kaike/shared/contracts/catalog/courses';
import * as courses from '@kaike/shared/contracts/catalog/courses';
import type { SiteCourseDetail } from '@kaike/shared/contracts/site/site';
import * as site from '@kaike/shared/contracts/site/site';
import { formatSum } from '@kaike/shared/kit/dates/format-when';
import { call } from '../../../api/client.ts';
import { prepareRichText } from '../../../app/components/safe-html.ts';
import { useSession } from '../../../app/session.ts';
import { useLoad } from '../../../app/loading/use-load.ts';
import { useTitle } from '../../../app/use-title.ts';
import { useLocale } from '../../../app/wording.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { SectionNav } from '../../../ui/section-nav/section-nav.tsx';
import { CourseHead } from './course/course-head.tsx';
import { About, Faqs, Motto, Products, Section, Teachers } from './course/course-sections.tsx';
import { Share } from './course/share.tsx';
import { hasFullAccess } from './records/course-actions.tsx';
import { Outline } from './records/outline.tsx';
import { RecordStates } from './records/record-states.tsx';
import { useRecord } from './records/use-record.ts';
import { SiteFrame } from './site-frame.tsx';
import css from './course/course.module.css';

/** The member's access to the course; undefined until known, null for a visitor. */
function useMyCourse(id: number): MyCourseDetail | null | undefined {
  const isMember = useSession((state) => Boolean(state.user?.member));
  const load = useCallback(
    async (signal: AbortSignal) => ({
      mine: isMember ? await call(courses.getMyCourse, { params: { id }, signal, quiet: true }) : null,
    }),
    [id, isMember],
  );
  const { data, failed } = useLoad(load);
  return failed ? null : data?.mine;
}

function CourseDetail({ detail }: { detail: SiteCourseDetail }) {
  const t = siteWords.useT();
  const locale = useLocale();
  const { course, teachers, products, faqs } = detail;
  const mine = useMyCourse(course.id);
  const isOwned = hasFullAccess(mine);
  const hasText = detail.intro !== '' || detail.detail !== '' || detail.outcomes.length > 0;
  const isSold = products.length > 0 && !course.is_free && !isOwned;
  const sections = [
    ...(hasText ? [{ id: 'about', label: t('site.course.about') }] : []),
    { id: 'outline', label: t('site.course.outline') },
    ...(teachers.length > 0 ? [{ id: 'teachers', label: t('site.course.teachers') }] : []),
    ...(faqs.length > 0 ? [{ id: 'faqs', label: t('site.course.faqs') }] : []),
  ];
  const note = course.duration_sec > 0 ? formatSum(course.duration_sec, locale) : '';
  return (
    <div className={css['course']}>
      <CourseHead detail={detail} mine={mine} />
      <SectionNav label={t('site.course.sections')} sections={sections} />
      <div className={css['split']}>
        <div className={css['column']}>
          {hasText ? <About {...detail} /> : null}
          <Motto teachers={teachers} />
          <Section id="outline" title={t('site.course.outline')} note={note}>
            <Outline detail={detail} mine={mine ?? null} />
          </Section>
        </div>
        <div className={css['column']}>
          {teachers.length > 0 ? <Teachers teachers={teachers} /> : null}
          {isSold ? <Products products={products} /> : null}
          {faqs.length > 0 ? <Faqs faqs={faqs} /> : null}
        </div>
      </div>
    </div>
  );
}

/** A course as a visitor sees it. */
export function CoursePage() {
  const t = siteWords.useT();
  const id = useParams()['id'] ?? '';
  const load = useCallback(
    async (signal: AbortSignal) => {
      const detail = await call(site.getSiteCourse, { params: { id }, signal, quiet: true });
      await prepareRichText(detail.detail);
      return detail;
    },
    [id],
  );
  const state = useRecord(load);
  const { data } = state;
  useTitle(data ? data.course.title : t('site.courses.title'));
  return (
    <SiteFrame>
      <div className={css['ways']}>
        <Link to="/open/courses" className={css['back']}>
          <Icon name="left" size={18} />
          <span>{t('site.course.back')}</span>
        </Link>
        {data ? <Share detail={data} /> : null}
      </div>
      <RecordStates
        state={state}
        missing={{
          title: t('site.course.gone'),
          text: t('site.course.gone_text'),
          action: (
            <Link className={buttonClass('primary')} to="/open/courses">
              {t('site.courses.show_all')}
            </Link>
          ),
        }}
        skeleton={[280, 480]}
      >
        {(detail) => <CourseDetail detail={detail} />}
      </RecordStates>
    </SiteFrame>
  );
}
