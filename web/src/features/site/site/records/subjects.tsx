import { Link } from 'react-router';
import siteWords from 'virtual:locale/site';
import type { SiteSubject } from '@kaike/shared/contracts/site/site';
import { SignMark } from '../../../../ui/logo.tsx';
import css from './subjects.module.css';

/** The subject's picture, or its sign in a square. */
export function SubjectMark({ subject: { cover, sign, name }, size }: { subject: SiteSubject; size: number }) {
  if (cover) return <img className={css['mark']} src={cover} alt="" width={size} height={size} loading="lazy" />;
  return <SignMark sign={sign || (Array.from(name)[0] ?? '')} size={size} />;
}

/** The top-level subjects with their descendants, in tree order. */
export function groupByTop(subjects: readonly SiteSubject[]): { top: SiteSubject; below: SiteSubject[] }[] {
  const groups: { top: SiteSubject; below: SiteSubject[] }[] = [];
  for (const subject of subjects) {
    const last = groups.at(-1);
    if (last && subject.parent_id !== null) last.below.push(subject);
    else groups.push({ top: subject, below: [] });
  }
  return groups;
}

type LinksProps = {
  subjects: readonly SiteSubject[];
  hrefOf: (subject: SiteSubject) => string;
  isChosen?: (subject: SiteSubject) => boolean;
  /** Whether each says how many courses it has. */ hasCounts?: boolean;
};

/** Subjects within another one, side by side. */
export function SubjectLinks({ subjects, hrefOf, isChosen, hasCounts = false }: LinksProps) {
  return (
    <ul className={css['links']}>
      {subjects.map((one) => (
        <li key={one.id}>
          <Link to={hrefOf(one)} aria-current={isChosen?.(one) ? 'true' : undefined}>
            {one.name}
            {hasCounts ? <span className={css['count']}>{one.course_count}</span> : null}
          </Link>
        </li>
      ))}
    </ul>
  );
}

type FilterProps = {
  subjects: readonly SiteSubject[];
  /** The id in the address; empty for all subjects. */ chosen: string;
  hrefOf: (subject: string) => string;
};

/** The subjects as marks; below the one in use, those within it. */
export function SubjectFilter({ subjects, chosen, hrefOf }: FilterProps) {
  const t = siteWords.useT();
  const groups = groupByTop(subjects);
  // A single subject is no choice.
  if (subjects.length < 2 && chosen === '') return null;
  const isChosen = ({ id }: SiteSubject): boolean => String(id) === chosen;
  const open = groups.find(({ top, below }) => isChosen(top) || below.some(isChosen));
  return (
    <nav className={css['filter']} aria-label={t('site.courses.subject')}>
      <ul className={css['links']}>
        <li>
          <Link to={hrefOf('')} aria-current={chosen === '' ? 'true' : undefined}>
            {t('site.courses.all')}
          </Link>
        </li>
        {groups.map(({ top }) => (
          <li key={top.id}>
            <Link
              to={hrefOf(String(top.id))}
              aria-current={isChosen(top) ? 'true' : undefined}
              data-open={top === open?.top || undefined}
            >
              <SubjectMark subject={top} size={28} />
              {top.name}
            </Link>
          </li>
        ))}
      </ul>
      {open && open.below.length > 0 ? (
        <SubjectLinks subjects={open.below} hrefOf={({ id }) => hrefOf(String(id))} isChosen={isChosen} />
      ) : null}
    </nav>
  );
}
