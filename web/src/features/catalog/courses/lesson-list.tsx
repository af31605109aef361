import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { CourseLesson, MyCourseDetail } from '@kaike/shared/contracts/catalog/courses';
import { lessonType } from '@kaike/shared/domain/catalog/courses/course-status';
import { isReading } from '@kaike/shared/domain/learning/reading';
import { formatSpan } from '@kaike/shared/kit/format';
import { formatLength } from '@kaike/shared/kit/dates/format-when';
import type { Translate } from '@kaike/shared/kit/wording';
import { useLocale, useT } from '../../../app/wording.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Square } from '../../../ui/paper/square.tsx';
import css from './courses.module.css';

type SquareProps = { lesson: CourseLesson; /** Its place in the course, from 1. */ number: number; isNext: boolean };

/** A lesson is a square that fills; the line below its title says the same in words. */
function LessonSquare({ lesson, number, isNext }: SquareProps) {
  if (lesson.completed_at) return <Square state="done">{number}</Square>;
  if (lesson.state === 'locked') return <Square state="locked" />;
  const state = isNext ? 'now' : lesson.percent > 0 ? 'begun' : 'empty';
  return (
    <Square state={state} percent={lesson.percent}>
      {lesson.state === 'soon' ? <Icon name="clock" size={16} /> : number}
    </Square>
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

function LessonLine(props: SquareProps) {
  const { lesson, isNext } = props;
  const body: ReactNode = (
    <>
      <LessonSquare {...props} />
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

/** Up to here all chapters are open at first; beyond, the one with the next lesson. */
const maxOpen = 3;

/** The chapters of a course with the state of every lesson. */
export function LessonList({ chapters, next }: Pick<MyCourseDetail, 'chapters' | 'next'>) {
  const numbers = new Map(chapters.flatMap(({ lessons }) => lessons).map(({ id }, index) => [id, index + 1]));
  return (
    <div className={css['chapters']}>
      {chapters.map((chapter) => (
        <details
          key={chapter.id}
          open={chapters.length <= maxOpen || chapter.lessons.some(({ id }) => id === next?.lesson_id)}
        >
          <summary>
            <h3 className={css['chapterTitle']}>{chapter.title}</h3>
            <Icon name="down" size={16} />
          </summary>
          <ol className={css['lessons']}>
            {chapter.lessons.map((lesson) => (
              <LessonLine
                key={lesson.id}
                lesson={lesson}
                number={numbers.get(lesson.id) ?? 0}
                isNext={next?.lesson_id === lesson.id}
              />
            ))}
          </ol>
        </details>
      ))}
    </div>
  );
}
