import { Link } from 'react-router';
import { getSubjects, type SiteSubject } from '@kaike/shared/contracts/site';
import { call } from '../../api/client.ts';
import { useLoad } from '../../app/use-load.ts';
import { useTitle } from '../../app/use-title.ts';
import { buttonClass } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/parts.tsx';
import { GridSkeleton, LoadFailed } from './cards.tsx';
import { SiteFrame } from './site-frame.tsx';
import css from './site.module.css';
import { siteWords } from './site-words.ts';

const load = (signal: AbortSignal) => call(getSubjects, { signal });
const addressOf = (subject: SiteSubject): string => `/open/courses?subject_id=${subject.id}`;

/** A subject with all that lie below it. */
function SubjectCard({ subject, below }: { subject: SiteSubject; below: readonly SiteSubject[] }) {
  const t = siteWords.useT();
  return (
    <li className={css['subject']}>
      <Link to={addressOf(subject)} className={css['subjectName']}>{subject.cover ? <img src={subject.cover} alt="" width={48} height={48} loading="lazy" /> : null}<span><strong>{subject.name}</strong><span className={css['quiet']}>{t('site.subjects.count', { count: subject.course_count })}</span></span></Link>
      {subject.intro ? <p className={css['quiet']}>{subject.intro}</p> : null}
      {below.length > 0 ? <ul className={css['chips']}>{below.map((one) => <li key={one.id}><Link to={addressOf(one)}>{one.name}<span className={css['quiet']}>{one.course_count}</span></Link></li>)}</ul> : null}
    </li>
  );
}

/** Tops of the tree with everything below each, in the order of the tree. */
function groupByTop(subjects: readonly SiteSubject[]): { top: SiteSubject; below: SiteSubject[] }[] {
  const groups: { top: SiteSubject; below: SiteSubject[] }[] = [];
  for (const subject of subjects) {
    const last = groups.at(-1);
    if (last && subject.parent_id !== null) last.below.push(subject);
    else groups.push({ top: subject, below: [] });
  }
  return groups;
}

/** What is taught here. */
export function SubjectsPage() {
  const t = siteWords.useT();
  const { data, failed, reload } = useLoad(load);
  useTitle(t('site.subjects.title'));
  return (
    <SiteFrame>
      <h1 className={css['title']}>{t('site.subjects.title')}</h1>
      {failed ? <LoadFailed retry={reload} /> : null}
      {!data && !failed ? <GridSkeleton /> : null}
      {data?.data.length === 0 ? <EmptyState icon="book-open" title={t('site.subjects.empty')} text={t('site.subjects.empty_text')} action={<Link className={buttonClass('primary')} to="/open/courses">{t('site.courses.show_all')}</Link>} /> : null}
      {data && data.data.length > 0 ? <ul className={css['subjects']}>{groupByTop(data.data).map(({ top, below }) => <SubjectCard key={top.id} subject={top} below={below} />)}</ul> : null}
    </SiteFrame>
  );
}
