import { Link } from 'react-router';
import { useStore } from 'zustand';
import weekWords from 'virtual:locale/week';
import type { MyWeek } from '@kaike/shared/contracts/learning/watching';
import { formatSpan } from '@kaike/shared/kit/format';
import { useChineseLang, useLocale } from '../../../../app/wording.ts';
import { buttonClass } from '../../../../ui/button.tsx';
import { Icon, type IconName } from '../../../../ui/icon.tsx';
import { Square } from '../../../../ui/paper/square.tsx';
import { chineseStore } from '../../../ai/talk/home/chinese-store.ts';
import shared from '../home.module.css';
import css from './week.module.css';

/** The time studied, beside the week before: less than then is said as a plain figure. */
function Time({ week }: { week: MyWeek }) {
  const t = weekWords.useT();
  const locale = useLocale();
  const studySec = week.days.reduce((sum, day) => sum + day.study_sec, 0);
  const more = studySec - week.before_sec;
  return (
    <p className={css['time']}>
      <b>{formatSpan(studySec, locale)}</b>
      {week.before_sec === 0 ? null : more >= 60 ? (
        <span className={css['more']}>{t('week.more', { time: formatSpan(more, locale) })}</span>
      ) : (
        <span>{t('week.before', { time: formatSpan(week.before_sec, locale) })}</span>
      )}
    </p>
  );
}

/** How much there is of each kind; what can be opened is a link. */
function Counts({ week }: { week: MyWeek }) {
  const t = weekWords.useT();
  const counts: { key: string; icon: IconName; count: number; to?: string }[] = [
    { key: 'days', icon: 'clock', count: week.days.filter((day) => day.study_sec > 0).length },
    { key: 'lessons', icon: 'grid', count: week.lesson_count },
    { key: 'words', icon: 'book-open', count: week.word_count, to: '/home/ai-teacher/words' },
    { key: 'notes', icon: 'edit', count: week.note_count, to: '/home/notes' },
  ];
  return (
    <ul className={css['rows']}>
      {counts
        .filter(({ count }) => count > 0)
        .map(({ key, icon, count, to }) => (
          <li key={key}>
            <Icon name={icon} />
            <span>{t(`week.counts.${key}`, { count })}</span>
            {to ? (
              <Link to={to}>
                {t(`week.ways.${key}`)}
                <Icon name="right" size={18} />
              </Link>
            ) : null}
          </li>
        ))}
    </ul>
  );
}

function Lessons({ week: { lessons, lesson_count: count } }: { week: MyWeek }) {
  const t = weekWords.useT();
  return (
    <section aria-labelledby="done">
      <h2 id="done">{t('week.lessons')}</h2>
      <ul className={css['lessons']}>
        {lessons.map((lesson) => (
          <li key={lesson.id}>
            <Link to={`/home/lessons/${lesson.id}`}>
              <Square state="done" />
              <span>
                <strong>{lesson.title}</strong>
                <span className={shared['quiet']}>{lesson.course_title}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {count > lessons.length ? (
        <p className={shared['quiet']}>{t('week.lessons_more', { count: count - lessons.length })}</p>
      ) : null}
    </section>
  );
}

function Words({ week: { words, word_count: count } }: { week: MyWeek }) {
  const t = weekWords.useT();
  const chinese = useChineseLang();
  const isChineseOn = useStore(chineseStore, (state) => state.is_on);
  return (
    <section aria-labelledby="words">
      <h2 id="words">{t('week.words')}</h2>
      <ul className={css['words']}>
        {words.map(({ id, lemma, language, gloss }) => (
          <li key={id}>
            <b lang={language}>{lemma}</b>
            {gloss && isChineseOn ? <span lang={chinese}>{gloss}</span> : null}
          </li>
        ))}
      </ul>
      {count > words.length ? <p className={shared['quiet']}>{t('week.words_more', { count })}</p> : null}
    </section>
  );
}

/** The figures of a week, and what was finished and kept in it. */
export function WeekFacts({ week }: { week: MyWeek }) {
  const t = weekWords.useT();
  return (
    <>
      <div>
        <Time week={week} />
        <Counts week={week} />
      </div>
      {week.courses.map(({ id, title }) => (
        <p key={id} className={css['course']}>
          <strong>{t('week.course', { title })}</strong>
          <Link className={buttonClass()} to={`/home/courses/${id}/finished`}>
            {t('week.course_go')}
          </Link>
        </p>
      ))}
      {week.lessons.length > 0 ? <Lessons week={week} /> : null}
      {week.words.length > 0 ? <Words week={week} /> : null}
    </>
  );
}
