import { useCallback } from 'react';
import { Link, useParams } from 'react-router';
import siteWords from 'virtual:locale/site';
import * as site from '@kaike/shared/contracts/site/site';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import { call } from '../../../api/client.ts';
import { Portrait } from '../../../app/components/portrait.tsx';
import { Paragraphs } from '../../../app/components/rich-text.tsx';
import { useTitle } from '../../../app/use-title.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Card, Tag } from '../../../ui/parts.tsx';
import { Quote } from '../../../ui/paper/quote.tsx';
import { CourseGrid, Section } from './records/cards.tsx';
import { Gallery } from './records/gallery.tsx';
import { SiteFrame } from './site-frame.tsx';
import css from './site.module.css';
import { RecordStates } from './records/record-states.tsx';
import { useRecord } from './records/use-record.ts';

function TeacherDetail({ row, pictures, courses }: ResponseOf<typeof site.getTeacher>) {
  const t = siteWords.useT();
  const facts = [row.english_name, row.title, row.country].filter(Boolean).join(' · ');
  return (
    <>
      <Card className={css['person'] ?? ''}>
        <Portrait name={row.name} src={row.avatar} gender={row.gender} size={96} />
        <div>
          <h1 className={css['title']}>
            {row.name}
            {row.is_ai ? (
              <>
                {' '}
                <Tag tone="purple">{t('site.teachers.ai')}</Tag>
              </>
            ) : null}
          </h1>
          <p className={css['quiet']}>{facts}</p>
          {row.motto ? <Quote className={css['motto']}>{row.motto}</Quote> : null}
          <Paragraphs text={row.intro} />
        </div>
      </Card>
      {pictures.length > 0 ? (
        <Section title={t('site.teachers.pictures')}>
          <Gallery pictures={pictures} label={row.name} />
        </Section>
      ) : null}
      <Section title={t('site.teachers.courses')}>
        {courses.length > 0 ? (
          <CourseGrid courses={courses} />
        ) : (
          <p className={css['quiet']}>{t('site.teachers.no_courses')}</p>
        )}
      </Section>
    </>
  );
}

/** A teacher with the courses they give. */
export function TeacherPage() {
  const t = siteWords.useT();
  const id = useParams()['id'] ?? '';
  const load = useCallback(
    (signal: AbortSignal) => call(site.getTeacher, { params: { id }, signal, quiet: true }),
    [id],
  );
  const state = useRecord(load);
  const { data } = state;
  useTitle(data?.row.name ?? t('site.teachers.title'));
  return (
    <SiteFrame>
      <Link to="/open/teachers" className={css['back']}>
        <Icon name="left" size={18} />
        {t('site.teachers.back')}
      </Link>
      <RecordStates
        state={state}
        missing={{
          title: t('site.teachers.gone'),
          action: (
            <Link className={buttonClass('primary')} to="/open/teachers">
              {t('site.home.all_teachers')}
            </Link>
          ),
        }}
        skeleton={[160, 240]}
      >
        {(detail) => <TeacherDetail {...detail} />}
      </RecordStates>
    </SiteFrame>
  );
}
