import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { CourseLesson, MyCourseDetail } from '@kaike/shared/contracts/courses';
import { lessonType } from '@kaike/shared/domain/courses/course-status';
import { isReading } from '@kaike/shared/domain/courses/reading';
import { formatSpan } from '@kaike/shared/kit/format';
import { formatLength } from '@kaike/shared/kit/dates/format-when';
import type { Translate } from '@kaike/shared/kit/wording';
import { useLocale, useT } from '../../app/wording.ts';
import { Icon } from '../../ui/icon.tsx';
import css from './courses.module.css';

const circumference = 2 * Math.PI * 9;

function KindIcon({ type }: { type: number }) {
  if (isReading(type)) return <Icon name="file-text" size={13} />;
  if (type === lessonType.ai_scene) return <Icon name="user" size={12} />;
  return type === lessonType.audio ? <Icon name="volume" size={12} /> : <Icon name="play" size={10} />;
}

/** The state of a lesson as an icon: a tick, a progress ring, a lock. The text is in the line below the title. */
function LessonMark({ lesson }: { lesson: CourseLesson }) {
  if (lesson.completed_at)
    return (
      <span className={`${css['mark']} ${css['done']}`}>
        <Icon name="check" size={16} />
      </span>
    );
  if (lesson.state === 'locked')
    return (
      <span className={css['mark']}>
        <Icon name="lock" size={16} />
      </span>
    );
  if (lesson.state === 'soon')
    return (
      <span className={css['mark']}>
        <Icon name="clock" size={16} />
      </span>
    );
  return (
    <span className={`${css['mark']} ${css['open']}`}>
      <svg className={css['ring']} viewBox="0 0 22 22" aria-hidden="true">
        <circle cx="11" cy="11" r="9" />
        {lesson.percent > 0 ? (
          <circle
            cx="11"
            cy="11"
            r="9"
            strokeDasharray={`${(circumference * lesson.percent) / 100} ${circumference}`}
          />
        ) : null}
      </svg>
      <KindIcon type={lesson.type} />
    </span>
  );
}

/** The duration, worded by lesson type; a video needs no extra word. */
function lengthText({ type, duration_sec: seconds }: CourseLesson, t: Translate, locale: string): string {
  if (seconds === 0) return '';
  if (isReading(type) || type === lessonType.ai_scene)
    return t(`courses.reading.${type}`, { minutes: Math.max(1, Math.round(seconds / 60)) });
  const time = formatLength(seconds, locale);
  return type === lessonType.audio ? t('courses.reading.2', { time }) : time;
}

function LessonFacts({ lesson }: { lesson: CourseLesson }) {
  const t = useT();
  const locale = useLocale();
  const isRead = isReading(lesson.type);
  const facts = [lengthText(lesson, t, locale)];
  if (lesson.completed_at) facts.push(t('courses.lesson_done'));
  else if (lesson.state === 'preview')
    facts.push(
      lesson.is_free
        ? t('courses.lesson_free')
        : t('courses.lesson_states.preview', { time: formatSpan(lesson.preview_sec, locale) }),
    );
  else if (lesson.state !== 'open') facts.push(t(`courses.lesson_states.${lesson.state}`));
  else if (lesson.percent > 0 && isRead && lesson.missing_sec === 0) facts.push(t('courses.lesson_end_missing'));
  else if (lesson.percent > 0) {
    facts.push(t('courses.lesson_percent', { percent: lesson.percent }));
    if (lesson.missing_sec > 0)
      facts.push(t('courses.lesson_missing', { time: formatSpan(lesson.missing_sec, locale) }));
  }
  if (lesson.has_attachments) facts.push(t('courses.has_attachments'));
  return <span className={css['facts']}>{facts.filter(Boolean).join(' · ')}</span>;
}

function LessonLine({ lesson, isNext }: { lesson: CourseLesson; isNext: boolean }) {
  const body: ReactNode = (
    <>
      <LessonMark lesson={lesson} />
      <span className={css['lessonText']}>
        <span className={css['lessonTitle']}>{lesson.title}</span>
        <LessonFacts lesson={lesson} />
      </span>
    </>
  );
  const canOpen = lesson.state === 'open' || lesson.state === 'preview';
  const look = [css['lesson'], isNext ? css['next'] : '', canOpen ? '' : css['closed']].join(' ');
  return (
    <li>
      {canOpen ? (
        <Link
          className={look}
          to={`/home/lessons/${lesson.id}`}
          state={{ type: lesson.type }}
          aria-current={isNext ? 'step' : undefined}
        >
          {body}
          <Icon name="right" size={18} />
        </Link>
      ) : (
        <div className={look}>{body}</div>
      )}
    </li>
  );
}

/** The chapters of a course with the state of every lesson. */
export function LessonList({ chapters, next }: Pick<MyCourseDetail, 'chapters' | 'next'>) {
  return (
    <div className={css['chapters']}>
      {chapters.map((chapter) => (
        <section key={chapter.id} aria-labelledby={`chapter-${chapter.id}`}>
          <h3 id={`chapter-${chapter.id}`} className={css['chapterTitle']}>
            {chapter.title}
          </h3>
          <ol className={css['lessons']}>
            {chapter.lessons.map((lesson) => (
              <LessonLine key={lesson.id} lesson={lesson} isNext={next?.lesson_id === lesson.id} />
            ))}
          </ol>
        </section>
      ))}
    </div>
  );
}
