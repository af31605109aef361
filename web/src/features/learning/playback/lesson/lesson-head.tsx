import { Link } from 'react-router';
import type { LessonAnswer } from '@kaike/shared/contracts/learning/lessons';
import { useT } from '../../../../app/wording.ts';
import { Icon } from '../../../../ui/icon.tsx';
import { Square } from '../../../../ui/paper/square.tsx';
import css from '../playback.module.css';

type Course = Pick<LessonAnswer['course'], 'id' | 'title'>;
type Facts = {
  lesson: Pick<LessonAnswer['lesson'], 'title' | 'chapter_title'> & { number?: number };
  course: Course;
};
export type HeadProgress = {
  percent: number;
  is_done: boolean;
  /** Finished in this visit: the tick is written. */
  is_new: boolean;
  label: string;
};

/** The way out of a lesson; over a video it is only a sign on phones. */
export function BackToCourse({ course, isOver = false }: { course: Course | undefined; isOver?: boolean }) {
  if (!course) return null;
  return (
    <Link className={`${css['back']} ${isOver ? css['over'] : ''}`} to={`/home/courses/${course.id}`}>
      <Icon name="left" size={isOver ? 24 : 18} />
      <span>{course.title}</span>
    </Link>
  );
}

/** The lesson's square, title and place in the course. */
export function LessonHead({
  facts: { lesson, course },
  progress = null,
  isFirst = false,
}: {
  facts: Facts;
  progress?: HeadProgress | null;
  /** Nothing is above it, so it has the way out. */
  isFirst?: boolean;
}) {
  const t = useT();
  const { percent = 0, is_done = false, is_new = false, label = '' } = progress ?? {};
  return (
    <div className={isFirst ? css['about'] : undefined}>
      {isFirst ? <BackToCourse course={course} /> : null}
      <div className={css['names']} data-written={is_new}>
        <Square
          key={String(is_new)}
          state={is_done ? 'done' : 'now'}
          percent={percent}
          label={[lesson.number || '', is_done ? t('watching.done') : label].filter(Boolean).join(' · ')}
        >
          {lesson.number || null}
        </Square>
        <div>
          <h1>{lesson.title}</h1>
          <p className={css['quiet']}>
            {is_done ? (
              <>
                <span className={css['done']}>{t('watching.done')}</span>
                {' · '}
              </>
            ) : null}
            {isFirst ? '' : `${course.title} · `}
            {lesson.chapter_title}
          </p>
        </div>
      </div>
    </div>
  );
}
