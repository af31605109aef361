import { useEffect, useState } from 'react';
import type { MyCourseDetail } from '@kaike/shared/contracts/courses';
import { isHtml } from '@kaike/shared/domain/rich-text';
import { formatDay } from '@kaike/shared/kit/format';
import { loadSafeHtml } from '../../app/safe-html.ts';
import { useLocale, useT } from '../../app/wording.ts';
import { Avatar, Card } from '../../ui/parts.tsx';
import css from './courses.module.css';

function Paragraphs({ text }: { text: string }) {
  return <>{text.split(/\n+/).filter((line) => line.trim() !== '').map((line, index) => <p key={index}>{line}</p>)}</>;
}

/** Formatted text, purified once more in this browser; a text without markup needs none of it. */
function Detail({ text }: { text: string }) {
  const [html, setHtml] = useState('');
  const isRich = isHtml(text);
  useEffect(() => {
    let isHere = true;
    if (isRich) void loadSafeHtml(text).then((safe) => { if (isHere) setHtml(safe); }, () => undefined); // Without its purifier the text stays away.
    return () => { isHere = false; };
  }, [isRich, text]);
  return isRich ? <div className={css['rich']} dangerouslySetInnerHTML={{ __html: html }} /> : <Paragraphs text={text} />;
}

function Grants({ grants }: Pick<MyCourseDetail, 'grants'>) {
  const t = useT();
  const locale = useLocale();
  const day = (moment: string): string => formatDay(moment, { locale });
  if (grants.length === 0) return null;
  return (
    <details className={css['grants']}>
      <summary>{t('courses.grants')}</summary>
      <ul>
        {grants.map((grant, index) => (
          <li key={index}><span>{t(`courses.grant.${grant.source_type}`)}</span><span className={css['quiet']}>{grant.end_at ? t('courses.grant_term', { start: day(grant.start_at), end: day(grant.end_at) }) : t('courses.grant_forever', { start: day(grant.start_at) })}</span></li>
        ))}
      </ul>
    </details>
  );
}

/** What the course is, who teaches it, and why access ends when it does. */
export function CourseAbout({ course, grants }: Pick<MyCourseDetail, 'course' | 'grants'>) {
  const t = useT();
  const hasText = course.intro !== '' || course.detail !== '';
  if (!hasText && course.teachers.length === 0 && grants.length === 0) return null;
  return (
    <Card className={css['about'] ?? ''}>
      {hasText ? <><h2>{t('courses.about')}</h2><Paragraphs text={course.intro} /><Detail text={course.detail} /></> : null}
      {course.teachers.length > 0 ? (
        <>
          <h2>{t('courses.teachers')}</h2>
          <ul className={css['teachers']}>{course.teachers.map((teacher) => <li key={teacher.id}><Avatar name={teacher.name} src={teacher.avatar} /><span><strong>{teacher.name}</strong><span className={css['quiet']}>{teacher.title}</span></span></li>)}</ul>
        </>
      ) : null}
      <Grants grants={grants} />
    </Card>
  );
}
