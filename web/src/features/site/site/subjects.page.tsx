import { Link } from 'react-router';
import siteWords from 'virtual:locale/site';
import type { SiteSubject } from '@kaike/shared/contracts/site/site';
import * as site from '@kaike/shared/contracts/site/site';
import { call } from '../../../api/client.ts';
import { ListPage } from './list-page.tsx';
import { groupByTop, SubjectLinks, SubjectMark } from './records/subjects.tsx';
import css from './site.module.css';

const load = (signal: AbortSignal) => call(site.listSubjects, { signal });
const addressOf = (subject: SiteSubject): string => `/open/courses?subject_id=${subject.id}`;

/** A subject with its descendants. */
function SubjectCard({ subject, below }: { subject: SiteSubject; below: readonly SiteSubject[] }) {
  const t = siteWords.useT();
  return (
    <li className={css['subject']}>
      <Link to={addressOf(subject)} className={css['subjectName']}>
        <SubjectMark subject={subject} size={48} />
        <span>
          <strong>{subject.name}</strong>
          <span className={css['quiet']}>{t('site.subjects.count', { count: subject.course_count })}</span>
        </span>
      </Link>
      {subject.intro ? <p className={css['quiet']}>{subject.intro}</p> : null}
      {below.length > 0 ? <SubjectLinks subjects={below} hrefOf={addressOf} hasCounts /> : null}
    </li>
  );
}

/** The subjects of the school. */
export function SubjectsPage() {
  const t = siteWords.useT();
  return (
    <ListPage
      title={t('site.subjects.title')}
      load={load}
      empty={{
        icon: 'book-open',
        title: t('site.subjects.empty'),
        text: t('site.subjects.empty_text'),
        is: ({ data }) => data.length === 0,
      }}
    >
      {({ data }) => (
        <ul className={css['subjects']}>
          {groupByTop(data).map(({ top, below }) => (
            <SubjectCard key={top.id} subject={top} below={below} />
          ))}
        </ul>
      )}
    </ListPage>
  );
}
