import { Link } from 'react-router';
import type { SiteCourseDetail } from '@kaike/shared/contracts/site';
import { formatClock } from '@kaike/shared/kit/format';
import { useSession } from '../../app/session.ts';
import { Icon } from '../../ui/icon.tsx';
import css from './site.module.css';
import { siteWords } from './site-words.ts';

type Lesson = SiteCourseDetail['chapters'][number]['lessons'][number];

function LessonFacts({ lesson, isOpen }: { lesson: Lesson; isOpen: boolean }) {
  const t = siteWords.useT();
  return (
    <span className={css['lessonText']}>
      <span>{lesson.title}</span>
      <span className={css['quiet']}>{[t(`site.types.${lesson.type}`), lesson.duration_sec > 0 ? formatClock(lesson.duration_sec) : '', isOpen ? '' : t('site.course.locked')].filter(Boolean).join(' · ')}</span>
    </span>
  );
}

/** A lesson; its free beginning leads to the player, which asks a stranger to log in and comes back. */
function LessonLine({ lesson, isFree }: { lesson: Lesson; isFree: boolean }) {
  const t = siteWords.useT();
  const isLoggedIn = useSession((state) => state.user !== null);
  const hasPreview = lesson.preview_sec > 0;
  if (!hasPreview && !isFree) return <li className={css['lesson']}><Icon name="lock" size={16} /><LessonFacts lesson={lesson} isOpen={false} /></li>;
  const label = isFree ? t('site.card.free') : isLoggedIn ? t('site.course.preview', { time: formatClock(lesson.preview_sec) }) : t('site.course.preview_login');
  return <li><Link className={css['lesson']} to={`/home/lessons/${lesson.id}`}><Icon name="play" size={14} /><LessonFacts lesson={lesson} isOpen /><span className={css['try']}>{label}</span></Link></li>;
}

/** Chapters and lessons, with what may be watched for nothing. */
export function Outline({ chapters, is_free: isFree }: Pick<SiteCourseDetail, 'chapters'> & { is_free: boolean }) {
  const t = siteWords.useT();
  if (chapters.length === 0) return <p className={css['quiet']}>{t('site.course.outline_empty')}</p>;
  return (
    <div className={css['chapters']}>
      {chapters.map((chapter, index) => (
        <details key={chapter.id} open={index < 3}>
          <summary><h3>{chapter.title}</h3><span className={css['quiet']}>{t('site.card.lessons', { count: chapter.lessons.length })}</span></summary>
          <ol>{chapter.lessons.map((lesson) => <LessonLine key={lesson.id} lesson={lesson} isFree={isFree} />)}</ol>
        </details>
      ))}
    </div>
  );
}
