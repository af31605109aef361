import { Link } from 'react-router';
import { CoverLink } from '../../../app/components/cover-link.tsx';
import type { Home } from '@kaike/shared/contracts/learning/home';
import { formatSpan } from '@kaike/shared/kit/format';
import { formatLength } from '@kaike/shared/kit/dates/format-when';
import { Cover } from '../../../app/components/cover.tsx';
import { useOwnName } from '../../../app/session.ts';
import { useLocale, useT } from '../../../app/wording.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Steps } from '../../../ui/paper/square.tsx';
import css from './home.module.css';

/** The lesson to continue: the one lifted thing of the page. */
export function ContinueCard({ lesson }: { lesson: NonNullable<Home['continue']> }) {
  const t = useT();
  const locale = useLocale();
  const owner = useOwnName();
  const isBegun = lesson.last_at !== null;
  const state = { type: lesson.type };
  const { lessons_done: done, lesson_count: count, percents, next } = lesson;
  const rest =
    isBegun && lesson.missing_sec > 0
      ? t('home.continue_missing', { time: formatSpan(lesson.missing_sec, locale) })
      : lesson.duration_sec > 0
        ? formatLength(lesson.duration_sec, locale)
        : '';
  return (
    <section className={css['continue']} aria-labelledby="continue">
      <CoverLink
        to={`/home/courses/${lesson.course_id}`}
        className={css['continueCover']}
        tabIndex={-1}
        aria-hidden="true"
      >
        <Cover {...lesson} title={lesson.course_title} owner={owner} eager />
      </CoverLink>
      <div className={css['continueText']}>
        <Link className={css['quiet']} to={`/home/courses/${lesson.course_id}`}>
          {lesson.course_title} · {t('home.lesson_no', { no: lesson.lesson_no })}
        </Link>
        <h2 id="continue">{lesson.lesson_title}</h2>
        <p className={css['steps']}>
          <Steps percents={percents} label={t('home.progress', { done, count })} />
          {rest}
        </p>
        <Link className={buttonClass('primary', true)} to={`/home/lessons/${lesson.lesson_id}`} state={state}>
          <Icon name="play" size={18} />
          {t(isBegun ? 'home.continue' : 'home.begin')}
        </Link>
        {next ? (
          <p className={css['following']}>
            {[
              t('home.next', { title: next.title }),
              next.duration_sec > 0 ? formatLength(next.duration_sec, locale) : '',
            ]
              .filter(Boolean)
              .join(' · ')}
          </p>
        ) : null}
      </div>
    </section>
  );
}
